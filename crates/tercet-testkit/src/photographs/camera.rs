//! Perspective: from places on the table to pixels and back.

use super::scene::Camera;

/// A projective map of the plane: a matrix, row by row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Homography(pub(super) [f32; 9]);

impl Homography {
    /// The map of the unit square's corners (0,0), (1,0), (1,1), (0,1) to four points (P. Heckbert,
    /// "Fundamentals of Texture Mapping and Image Warping", 1989, section 2.2.3).
    pub(super) fn of_square(to: [[f32; 2]; 4]) -> Self {
        let [a, b, c, d] = to.map(|point| point.map(f64::from));
        let sum = |i: usize| a[i] - b[i] + c[i] - d[i];
        let (u, v) = ([b[0] - c[0], b[1] - c[1]], [d[0] - c[0], d[1] - c[1]]);
        let area = u[0] * v[1] - v[0] * u[1];
        let g = (sum(0) * v[1] - v[0] * sum(1)) / area;
        let h = (u[0] * sum(1) - sum(0) * u[1]) / area;
        let row = |i: usize| [b[i] - a[i] + g * b[i], d[i] - a[i] + h * d[i], a[i]];
        let ([p, q, r], [s, t, w]) = (row(0), row(1));
        Self([p, q, r, s, t, w, g, h, 1.0].map(|entry| entry as f32))
    }

    /// The inverse map.
    pub(super) fn inverse(&self) -> Self {
        let [a, b, c, d, e, f, g, h, i] = self.0.map(f64::from);
        let adjugate = [
            e * i - f * h,
            c * h - b * i,
            b * f - c * e,
            f * g - d * i,
            a * i - c * g,
            c * d - a * f,
            d * h - e * g,
            b * g - a * h,
            a * e - b * d,
        ];
        // Any factor will do; this one keeps the numbers small and the denominators positive in
        // front of the camera.
        let determinant = a * adjugate[0] + b * adjugate[3] + c * adjugate[6];
        Self(adjugate.map(|entry| (entry / determinant) as f32))
    }

    /// A point's image. It is far away if the point is on the horizon.
    #[inline]
    pub(super) fn apply(&self, x: f32, y: f32) -> [f32; 2] {
        let [a, b, c, d, e, f, g, h, i] = self.0;
        let scale = 1.0 / (g * x + h * y + i);
        [(a * x + b * y + c) * scale, (d * x + e * y + f) * scale]
    }

    /// Whether a point's image is in front of the camera.
    #[inline]
    pub(super) fn in_front(&self, x: f32, y: f32) -> bool {
        self.0[6] * x + self.0[7] * y + self.0[8] > 1e-4
    }
}

impl Camera {
    /// The directions of the picture's right, its lower edge, and the view.
    fn axes(&self) -> [[f32; 3]; 3] {
        let ((tilt, upright), (sin, cos)) = (self.tilt.sin_cos(), self.azimuth.sin_cos());
        // Towards the camera's foot, as foreshortened by the tilt, and across.
        let along = [cos * upright, sin * upright, -tilt];
        let across = [-sin, cos, 0.0];
        let (turn, straight) = (self.roll + self.azimuth).sin_cos();
        let combine = |p: f32, q: f32| [0, 1, 2].map(|i| p * along[i] + q * across[i]);
        [combine(straight, -turn), combine(turn, straight), [-cos * tilt, -sin * tilt, -upright]]
    }

    /// The image of a point at height `z` above the table.
    pub(super) fn project(&self, [x, y, z]: [f32; 3]) -> [f32; 2] {
        let [right, down, view] = self.axes();
        let point = [x - self.aim[0], y - self.aim[1], z];
        let dot = |axis: [f32; 3]| (0..3).map(|i| point[i] * axis[i]).sum::<f32>();
        let scale = self.focal / (self.distance + dot(view)).max(1e-3);
        [self.centre[0] + scale * dot(right), self.centre[1] + scale * dot(down)]
    }

    /// The map from points of the table to their images.
    pub(super) fn plane(&self) -> Homography {
        let [right, down, view] = self.axes();
        let seen = |axis: [f32; 3], i: usize, centre: f32| self.focal * axis[i] + centre * view[i];
        let ([x, y], [left, top]) = (self.centre, self.aim);
        let about_aim = [
            seen(right, 0, x),
            seen(right, 1, x),
            x * self.distance,
            seen(down, 0, y),
            seen(down, 1, y),
            y * self.distance,
            view[0],
            view[1],
            self.distance,
        ];
        let mut plane = about_aim;
        for row in plane.chunks_exact_mut(3) {
            row[2] -= row[0] * left + row[1] * top;
        }
        Homography(plane)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: [f32; 2], b: [f32; 2]) -> bool {
        (a[0] - b[0]).abs() + (a[1] - b[1]).abs() < 1e-2
    }

    #[test]
    fn the_plane_is_what_the_camera_sees_of_it() {
        let camera = Camera {
            aim: [1.0, 2.0],
            centre: [300.0, 200.0],
            distance: 6.0,
            tilt: 0.7,
            azimuth: 1.3,
            roll: 0.2,
            focal: 500.0,
        };
        let plane = camera.plane();
        for (x, y) in [(0.0, 0.0), (1.0, 2.0), (-1.0, 3.0), (2.5, 0.5)] {
            let seen = camera.project([x, y, 0.0]);
            assert!(near(plane.apply(x, y), seen), "{seen:?}");
            assert!(near(plane.inverse().apply(seen[0], seen[1]), [x, y]));
        }
        assert!(near(plane.apply(1.0, 2.0), [300.0, 200.0]));
    }
}
