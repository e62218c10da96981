//! Classes of hands, one by one: they add up to the independently counted numbers of hands, and
//! their symmetries are symmetries.

use std::collections::{BTreeMap, BTreeSet};

use tercet::Deck;
use tercet_app::{
    Among, Answered, ClassList, Classes, Code, Question, Representative, Session, Status,
};
use tercet_testkit::{skipped, tries_everything};

fn listed(v: usize, p: usize, among: Among, size: Option<usize>) -> ClassList {
    let deck = Deck::new(v, p).unwrap();
    Classes { deck, among, size, ..Classes::default() }.ask(&Session::new()).unwrap()
}

/// The ranks of the cards of a representative.
fn ranks(deck: Deck, class: &Representative) -> BTreeSet<usize> {
    let rank = |card: &String| deck.rank(deck.card(card).unwrap()) as usize;
    class.cards.iter().map(rank).collect()
}

/// The number of hands of each size.
fn hands(list: &ClassList) -> BTreeMap<usize, u128> {
    let mut hands = BTreeMap::new();
    for class in &list.representatives {
        *hands.entry(class.size).or_default() += class.hands.get::<u128>().unwrap();
    }
    hands
}

/// Checks the properties of every list.
fn check(list: &ClassList) {
    let deck = list.deck;
    let order: u128 = list.order.as_ref().unwrap().get().unwrap();
    let mut forms = BTreeSet::new();
    for class in &list.representatives {
        let own = ranks(deck, class);
        assert_eq!((own.len(), class.cards.len()), (class.size, class.size));
        assert!(class.cards.is_sorted());
        let numbers = [&class.hands, &class.stabiliser];
        let [hands, stabiliser]: [u128; 2] = numbers.map(|it| it.get().unwrap());
        assert_eq!(order, hands * stabiliser, "{class:?}");
        assert_eq!(class.generators.is_empty(), stabiliser == 1, "{class:?}");
        for generator in &class.generators {
            let mut image: BTreeMap<usize, usize> = own.iter().map(|&card| (card, card)).collect();
            for cycle in &generator.cycles {
                for (i, card) in cycle.iter().enumerate() {
                    if let Some(to) = image.get_mut(card) {
                        *to = cycle[(i + 1) % cycle.len()];
                    }
                }
            }
            assert_eq!(image.into_values().collect::<BTreeSet<usize>>(), own, "{class:?}");
        }
        assert!(forms.insert(own), "a form is listed once: {class:?}");
    }
}

/// The numbers of hands are those of exhaustive counts.
#[test]
fn classes_add_up() {
    let free: [(usize, usize, &[u128]); 3] = [
        (3, 3, &[1, 27, 351, 2808, 14742, 50544, 107_406, 126_360, 63180, 2106]),
        (4, 2, &[1, 16, 120, 560, 1788, 3984, 5968, 5424, 2496, 496]),
        (2, 3, &[1, 8]),
    ];
    for (v, p, expected) in free {
        let list = listed(v, p, Among::Free, None);
        assert_eq!(list.status(), Status::Yes);
        assert!(hands(&list).into_values().eq(expected.iter().copied()), "({v},{p})");
        check(&list);
    }
    let classic = [(4, 1_579_500, 2), (7, 2_144_076_480, 11), (8, 14_587_567_020, 33)];
    for (size, expected, classes) in classic {
        let list = listed(3, 4, Among::Free, Some(size));
        assert_eq!(hands(&list), BTreeMap::from([(size, expected)]));
        assert_eq!(list.representatives.len(), classes);
        check(&list);
    }
    let any = listed(3, 2, Among::Any, None);
    assert!(hands(&any).into_values().eq([1, 9, 36, 84, 126, 126, 84, 36, 9, 1]));
    check(&any);
    let sets: Vec<usize> = any.representatives.iter().map(|class| class.set_count).collect();
    assert_eq!((sets.first(), sets.last()), (Some(&0), Some(&12)));
}

#[test]
fn complete_caps_are_listed() {
    let list = listed(3, 3, Among::Complete, None);
    check(&list);
    assert!(list.representatives.iter().all(|class| class.extensions == 0));
    let last = list.representatives.last().unwrap();
    assert_eq!((last.size, last.hands.get()), (9, Some(2106_u128)));
    assert_eq!(hands(&list)[&8], 44226);
    for (p, among, size) in [(3, Among::Free, 10), (3, Among::Complete, 3)] {
        let none = listed(3, p, among, Some(size));
        assert_eq!((none.status(), none.representatives.len()), (Status::No, 0));
    }
}

#[test]
fn limits_stop_a_list_and_leave_what_is_known() {
    let stopped = |classes: Classes| {
        let list = classes.ask(&Session::new()).unwrap();
        assert_eq!(list.status(), Status::Stopped);
        (list.ending.reason.clone().unwrap().code, list)
    };
    let few = Classes { memory: Some(20_000), ..Classes::default() };
    let (code, list) = stopped(few);
    assert_eq!(code, Code::Memory);
    assert!(!list.representatives.is_empty());
    check(&list);
    let none = Classes { timeout: Some(std::time::Duration::ZERO.into()), ..Classes::default() };
    assert_eq!(stopped(none).0, Code::Deadline);
    let far = Classes { deck: Deck::new(10, 4).unwrap(), ..Classes::default() };
    let large = Classes { size: Some(82), ..Classes::default() };
    for (classes, code) in [(far, Code::OutOfReach), (large, Code::OutOfRange)] {
        assert_eq!(classes.ask(&Session::new()).unwrap_err().code, code);
    }
}

/// The library has a test of the same search.
#[test]
fn the_largest_complete_caps_are_listed_from_the_largest_down() {
    if !tries_everything() {
        return skipped(
            "a list of the largest complete caps, which takes five seconds: ./test --all",
        );
    }
    let deck = Deck::new(3, 5).unwrap();
    let among = Among::Complete;
    let least = |least_size, size| {
        Classes { deck, among, size, least_size, ..Classes::default() }.ask(&Session::new())
    };
    let list = least(Some(45), None).unwrap();
    check(&list);
    let [class] = &list.representatives[..] else { panic!("one class") };
    assert_eq!((class.size, class.stabiliser.get(), list.listed_from), (45, Some(720), Some(45)));
    for none in [least(Some(46), None), least(None, Some(46)), least(None, Some(100))] {
        assert_eq!(none.unwrap().status(), Status::No);
    }
    let error = least(Some(45), Some(45)).unwrap_err();
    assert_eq!((error.code, &error.data["field"]), (Code::Conflict, &"least_size".into()));
}
