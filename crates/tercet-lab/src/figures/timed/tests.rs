use super::*;

#[test]
fn descriptions_are_sound() {
    for figure in figures() {
        assert!(!figure.sizes.is_empty(), "{}", figure.id);
        assert!(figure.sizes.is_sorted_by(|one, other| one.x < other.x), "{}", figure.id);
        for x in figure.quick {
            let there = figure.sizes.iter().any(|size| size.x.to_bits() == x.to_bits());
            assert!(there, "{}: {x}", figure.id);
        }
        assert_eq!(figures().filter(|other| other.id == figure.id).count(), 1, "{}", figure.id);
        // A method, a deck or a goal that there is not is found out here.
        for extent in [Extent::Quick, Extent::Full] {
            let race = figure.race(Path::new("tercet"), &Options::default(), extent, 1);
            assert!(race.heats().len() >= race.courses().len(), "{}", figure.id);
        }
    }
}
