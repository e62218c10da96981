//! Distributing the classes of cards to the halves.

use super::half::Class;
use super::signature::Signature;

/// Distributes classes to two halves, of which the first has less work: the largest class to one,
/// the next two to the other, and so on in turn. In each half the small classes come first, so that
/// few half-sets are extended far.
pub(super) fn deal<const W: usize>(classes: &[Vec<Signature<W>>]) -> [Vec<Class<'_, W>>; 2] {
    let mut order: Vec<Class<W>> = classes.iter().map(Vec::as_slice).collect();
    order.sort_by_key(|class| class.len());
    let mut halves = [Vec::new(), Vec::new()];
    for (i, class) in order.into_iter().rev().enumerate() {
        halves[i.div_ceil(2) % 2].push(class);
    }
    for half in &mut halves {
        half.reverse();
    }
    halves.sort_by_key(|half| candidates(half));
    halves
}

/// The number of candidates for half-sets with one card of each class.
fn candidates<const W: usize>(classes: &[Class<W>]) -> u128 {
    classes.iter().fold(1, |product, class| product.saturating_mul(class.len() as u128))
}

/// An estimate of the work to meet the sets with one card of each class.
pub(super) fn work<const W: usize>(classes: &[Vec<Signature<W>>]) -> u128 {
    if classes.iter().any(Vec::is_empty) {
        return 0;
    }
    let [fewer, more] = deal(classes);
    candidates(&fewer).saturating_add(candidates(&more))
}

/// Cuts the largest class of a half in two.
pub(super) fn cut<'a, const W: usize>(classes: &[Class<'a, W>]) -> [Vec<Class<'a, W>>; 2] {
    let largest = (0..classes.len()).max_by_key(|&i| classes[i].len()).expect("a half has classes");
    let (a, b) = classes[largest].split_at(classes[largest].len() / 2);
    [a, b].map(|part| {
        let mut classes = classes.to_vec();
        classes[largest] = part;
        classes
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn class(cards: usize) -> Vec<Signature<1>> {
        vec![Signature::EMPTY; cards]
    }

    fn sizes(half: &[Class<1>]) -> Vec<usize> {
        half.iter().map(|class| class.len()).collect()
    }

    #[test]
    fn halves_are_balanced_and_the_smaller_comes_first() {
        let classes = [3, 10, 4, 8, 2].map(class);
        let [fewer, more] = deal(&classes);
        assert_eq!((sizes(&fewer), sizes(&more)), (vec![4, 8], vec![2, 3, 10]));
        assert_eq!(work(&classes), 32 + 60);
        assert_eq!(work(&[class(0), class(1000)]), 0);
        for v in 4..=64 {
            let [a, b] = deal(&vec![class(1); v]).map(|half| half.len());
            assert_eq!((a.min(b), a + b), (v / 2, v));
        }
    }

    #[test]
    fn the_largest_class_is_cut() {
        let classes = [3, 10, 4].map(class);
        let classes: Vec<Class<1>> = classes.iter().map(Vec::as_slice).collect();
        assert_eq!(cut(&classes).map(|part| sizes(&part)), [[3, 5, 4], [3, 5, 4]]);
    }
}
