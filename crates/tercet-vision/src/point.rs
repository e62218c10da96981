//! Points, and the frames of symbols and cards.

use std::ops::{Add, Mul, Sub};

/// A point of a picture, in pixels from its upper left corner; also the way from one to another.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Point {
    /// To the right.
    pub x: f32,
    /// Down.
    pub y: f32,
}

impl Point {
    /// The point with these coordinates.
    pub const fn new(x: f32, y: f32) -> Self {
        Self { x, y }
    }

    /// The length of the way.
    pub fn length(self) -> f32 {
        self.x.hypot(self.y)
    }

    /// The scalar product.
    pub(crate) fn dot(self, other: Self) -> f32 {
        self.x * other.x + self.y * other.y
    }

    /// The area of the parallelogram of two ways, positive if the second lies clockwise as seen.
    pub(crate) fn cross(self, other: Self) -> f32 {
        self.x * other.y - self.y * other.x
    }

    /// The way turned by a quarter, clockwise as seen.
    pub(crate) const fn turned(self) -> Self {
        Self { x: -self.y, y: self.x }
    }
}

impl Add for Point {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { x: self.x + other.x, y: self.y + other.y }
    }
}

impl Sub for Point {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self { x: self.x - other.x, y: self.y - other.y }
    }
}

impl Mul<f32> for Point {
    type Output = Self;

    fn mul(self, factor: f32) -> Self {
        Self { x: self.x * factor, y: self.y * factor }
    }
}

/// The number in the middle of some numbers, if there are any.
pub(crate) fn median(numbers: impl Iterator<Item = f32>) -> Option<f32> {
    let mut numbers: Vec<f32> = numbers.collect();
    numbers.sort_unstable_by(f32::total_cmp);
    numbers.get(numbers.len() / 2).copied()
}

/// Sorts things by a number, as `f32::total_cmp` compares; those with the same number stay in order.
pub(crate) fn sort<T>(things: &mut [T], number: impl Fn(&T) -> f32) {
    // To sort numbers with the places of the things is compiled once for things of all kinds.
    things.sort_by_cached_key(|thing| {
        let bits = number(thing).to_bits().cast_signed();
        bits ^ ((bits >> 31).cast_unsigned() >> 1).cast_signed()
    });
}

/// The nearest of some things to a point, from their centres.
pub(crate) fn nearest<T>(things: &[T], to: Point, centre: impl Fn(&T) -> Point) -> Option<&T> {
    let distance = |thing: &T| (centre(thing) - to).dot(centre(thing) - to);
    things.iter().min_by(|one, other| distance(one).total_cmp(&distance(other)))
}

/// The values at a point of a picture with this width and height, between those of the four nearest pixels. The
/// point is moved into the picture.
#[inline]
pub(crate) fn between<const N: usize>(
    point: Point,
    [width, height]: [usize; 2],
    values: impl Fn(usize, usize) -> [f32; N],
) -> [f32; N] {
    let along = |place: f32, length: usize| {
        let place = (place - 0.5).max(0.0).min((length - 1) as f32);
        let first = place as usize;
        (first, (first + 1).min(length - 1), place - first as f32)
    };
    let (left, right, over) = along(point.x, width);
    let (top, bottom, down) = along(point.y, height);
    let mix = |one: [f32; N], other: [f32; N], part: f32| {
        std::array::from_fn(|i| one[i] + part * (other[i] - one[i]))
    };
    let row = |y: usize| mix(values(left, y), values(right, y), over);
    mix(row(top), row(bottom), down)
}

/// The principal axes of an area with these second moments: the direction of the long one, and the
/// variances along the long one and the short one.
pub(crate) fn axes(xx: f32, xy: f32, yy: f32) -> (Point, [f32; 2]) {
    let (mean, half) = (f32::midpoint(xx, yy), ((xx - yy) / 2.0).hypot(xy));
    let (sin, cos) = (0.5 * (2.0 * xy).atan2(xx - yy)).sin_cos();
    (Point::new(cos, sin), [mean + half, mean - half])
}

/// How much longer than wide a card is.
pub(crate) const SLENDER: f32 = 89.0 / 57.0;

/// Two axes about a centre: local coordinates for the neighbourhood of a symbol or card.
///
/// For a symbol, `u` and `v` are its principal axes, `u` the longer one, each as long as one standard
/// deviation of the symbol's area along it. So every ellipse has the same coordinates, however the
/// camera sees it, and other shapes differ but little.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Frame {
    /// The centre.
    pub centre: Point,
    /// The first axis.
    pub u: Point,
    /// The second axis, clockwise from the first.
    pub v: Point,
}

impl Frame {
    /// The point with these coordinates.
    pub fn at(&self, x: f32, y: f32) -> Point {
        self.centre + self.u * x + self.v * y
    }

    /// The coordinates of a point.
    pub fn of(&self, point: Point) -> Point {
        self.of_way(point - self.centre)
    }

    /// The coordinates of a way.
    pub fn of_way(&self, way: Point) -> Point {
        let area = self.area();
        Point::new(way.cross(self.v) / area, self.u.cross(way) / area)
    }

    /// The area of the parallelogram of the axes.
    pub fn area(&self) -> f32 {
        self.u.cross(self.v)
    }

    /// The axes on the table on which this is a card, in half widths of the card.
    pub(crate) fn axes_on_table(&self, card: &Self) -> [Point; 2] {
        let ways = [self.u, self.v].map(|way| card.of_way(way));
        ways.map(|way| Point::new(way.x, way.y * SLENDER))
    }

    /// The frame of the same ellipse whose axes are perpendicular on the table on which this is a card,
    /// however the camera sees them, the longer one first; and how long they are there, in half widths of
    /// the card.
    pub(crate) fn on_table(&self, card: &Self) -> (Self, [f32; 2]) {
        let [u, v] = self.axes_on_table(card);
        let (xx, yy, xy) = (u.x * u.x + v.x * v.x, u.y * u.y + v.y * v.y, u.x * u.y + v.x * v.y);
        let (long, variances) = axes(xx, xy, yy);
        let lengths = variances.map(|variance| variance.max(1e-6).sqrt());
        let seen = |way: Point| card.u * way.x + card.v * (way.y / SLENDER);
        let (u, v) = (seen(long) * lengths[0], seen(long.turned()) * lengths[1]);
        (Self { u, v, ..*self }, lengths)
    }

    /// The corners of the parallelogram that reaches this far along both axes, clockwise from the
    /// upper left one.
    pub(crate) fn corners(&self, reach: f32) -> [Point; 4] {
        let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
        corners.map(|(x, y)| self.at(x * reach, y * reach))
    }

    /// The same axes about another centre.
    #[must_use]
    pub fn moved_to(self, centre: Point) -> Self {
        Self { centre, ..self }
    }

    /// The frame in a picture that is this many times as large.
    #[must_use]
    pub fn scaled(self, factor: f32) -> Self {
        Self { centre: self.centre * factor, u: self.u * factor, v: self.v * factor }
    }
}
