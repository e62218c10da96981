use super::*;
use tercet::Deck;

use crate::figures::figures;
use crate::report::Ruling;
use tercet_race::{CourseReport, Outcome, Spread, Standing, Trial, Value};

/// All figures of times.
fn all() -> impl Iterator<Item = (&'static str, &'static Times)> {
    figures().iter().filter_map(|figure| Some((&*figure.id, figure.times()?)))
}

fn race(figure: &Times, extent: Extent) -> Race {
    figure.race(&Request::default(), extent).unwrap().0
}

#[test]
fn descriptions_are_sound() {
    for (id, figure) in all() {
        assert_eq!(figure.check(), Ok(()), "{id}");
        let courses = |extent| race(figure, extent).courses;
        let places: Vec<f64> = courses(Extent::Full).iter().map(|course| course.x).collect();
        assert!(places.is_sorted_by(|one, other| one < other), "{id}");
        assert_eq!(courses(Extent::Quick).len(), figure.quick.len(), "{id}");
        // A nonexistent method, deck or goal fails here.
        for extent in [Extent::Quick, Extent::Full] {
            let race = race(figure, extent);
            assert!(race.heats().len() >= race.courses.len(), "{id}");
        }
    }
}

/// The results of lines at some places, by their times there. A negative time stands for a stopped line.
fn courses(
    places: impl Iterator<Item = f64>,
    lines: &[&str],
    time: impl Fn(usize, f64, usize) -> Option<f64>,
) -> Vec<CourseReport> {
    let result = |name: &str, time: Option<f64>| {
        let value = time.map(|time| Value { value: time.abs(), at_least: time < 0.0 });
        let trial = time.map(|time| {
            let outcome = if time < 0.0 { Outcome::Stopped } else { Outcome::None };
            Trial { outcome, seconds: Some(time.abs()), ..Trial::default() }
        });
        Standing {
            contestant: name.into(),
            seconds: value.and_then(|value| Spread::of(vec![value])),
            trials: vec![trial],
            ..Standing::default()
        }
    };
    let course = |(place, x): (usize, f64)| {
        let results = lines.iter().enumerate().map(|(i, name)| result(name, time(i, x, place)));
        let (label, deck, results) = (String::new(), Deck::CLASSIC, results.collect());
        CourseReport { label, x, deck, size: 12, goal: None, results }
    };
    places.enumerate().map(course).collect()
}

fn measured(courses: &[CourseReport]) -> Lines {
    Lines::measured(courses, Clock::Wall)
}

/// The verdict for lines with these times at the places 3, 4, 5, ….
fn verdict(says: &Says, lines: &[(&'static str, &[f64])]) -> Ruling {
    let places = lines.iter().map(|(_, times)| times.len()).max().unwrap_or(0);
    let places = (0..places).map(|place| (place + 3) as f64);
    let names: Vec<&str> = lines.iter().map(|(name, _)| *name).collect();
    let courses = courses(places, &names, |line, _, place| lines[line].1.get(place).copied());
    let (found, verdict) = says.judge(&measured(&courses));
    assert!(!found.contains("NaN"), "{found}");
    verdict
}

/// The meaning of a claim, as a file has it.
fn says(text: &str) -> Says {
    serde_json::from_str(text).unwrap()
}

#[test]
fn the_faster_one_is_told_where_it_can_be() {
    use Ruling::{Fails, Holds, Open};
    let says = says(r#"{"faster": {"fast": "a", "slow": "b", "from": 3.0, "to": 5.0}}"#);
    assert_eq!(verdict(&says, &[("a", &[1.0, 2.0]), ("b", &[2.0, 3.0])]), Holds);
    assert_eq!(verdict(&says, &[("a", &[1.0, 4.0]), ("b", &[2.0, 3.0])]), Fails);
    // A stopped line is slower than one that was not; two stopped lines cannot be compared.
    assert_eq!(verdict(&says, &[("a", &[1.0, 4.0]), ("b", &[2.0, -9.0])]), Holds);
    assert_eq!(verdict(&says, &[("a", &[1.0, -9.0]), ("b", &[2.0, 3.0])]), Fails);
    assert_eq!(verdict(&says, &[("a", &[-9.0]), ("b", &[-9.0])]), Open);
    assert_eq!(verdict(&says, &[("a", &[1.0])]), Open);
    // A line that is faster by a hundredth may be slower the next time.
    assert_eq!(verdict(&says, &[("a", &[1.0]), ("b", &[1.01])]), Open);
    // A time that was measured once has an error: 4 % of both times reach to 1.17 where 1.05 is equal.
    assert_eq!(verdict(&says, &[("a", &[1.0]), ("b", &[1.16])]), Open);
    assert_eq!(verdict(&says, &[("a", &[1.0]), ("b", &[1.18])]), Holds);
    // One that is answered just before the other is stopped is faster for sure.
    assert_eq!(verdict(&says, &[("a", &[0.97]), ("b", &[-1.0])]), Holds);
    assert_eq!(verdict(&says, &[("a", &[1.0; 3]), ("b", &[1.01, 2.0, 0.99])]), Open);
    assert_eq!(verdict(&says, &[("a", &[1.0; 3]), ("b", &[1.01, 2.0, 3.0])]), Holds);
    // Places outside of the claim do not count.
    assert_eq!(verdict(&says, &[("a", &[1.0, 1.0, 1.0, 9.0]), ("b", &[2.0; 4])]), Holds);
}

#[test]
fn growth_is_told_from_growth() {
    use Ruling::{Fails, Holds, Open};
    let (line, square, explosion) =
        ([3.0, 4.0, 5.0, 6.0], [9.0, 16.0, 25.0, 36.0], [1.0, 3.0, 9.0, 27.0]);
    let explodes = says(r#"{"explodes": {"line": "a", "from": 0.0}}"#);
    assert_eq!(verdict(&explodes, &[("a", &explosion)]), Holds);
    assert_eq!(verdict(&explodes, &[("a", &line)]), Fails);
    assert_eq!(verdict(&explodes, &[("a", &square)]), Fails);
    assert_eq!(verdict(&explodes, &[("a", &[1.0, 9.0])]), Open);
    assert_eq!(verdict(&explodes, &[("a", &[1.0])]), Open);
    assert_eq!(verdict(&explodes, &[("a", &[1.0, -9.0, -9.0])]), Open);
    let linear = says(r#"{"linear": {"line": "a"}}"#);
    assert_eq!(verdict(&linear, &[("a", &line)]), Holds);
    assert_eq!(verdict(&linear, &[("a", &square)]), Fails);
    assert_eq!(verdict(&linear, &[]), Open);
    let apart = says(r#"{"apart": {"slow": "b", "fast": "a"}}"#);
    assert_eq!(verdict(&apart, &[("a", &[1.0, 1.0]), ("b", &[2.0, 3.0])]), Holds);
    assert_eq!(verdict(&apart, &[("a", &[1.0, 1.0]), ("b", &[3.0, 2.0])]), Fails);
    assert_eq!(verdict(&apart, &[("a", &[1.0]), ("b", &[3.0])]), Open);
}

#[test]
fn ratios_and_limits_are_judged() {
    use Ruling::{Fails, Holds, Open};
    let times =
        says(r#"{"times": {"slow": "b", "fast": "a", "from": 3.0, "low": 1.5, "high": 2.5}}"#);
    assert_eq!(verdict(&times, &[("a", &[1.0, 1.0, 1.0]), ("b", &[2.0, 2.0, 2.3])]), Holds);
    assert_eq!(verdict(&times, &[("a", &[1.0]), ("b", &[3.0])]), Fails);
    assert_eq!(verdict(&times, &[("a", &[1.0]), ("b", &[-3.0])]), Fails);
    assert_eq!(verdict(&times, &[("a", &[1.0]), ("b", &[-2.0])]), Open);
    let always = says(r#"{"always-times": {"slow": "b", "fast": "a", "times": 10.0}}"#);
    assert_eq!(verdict(&always, &[("a", &[1.0, 1.0]), ("b", &[12.0, 99.0])]), Holds);
    assert_eq!(verdict(&always, &[("a", &[1.0, 1.0]), ("b", &[99.0, 8.0])]), Fails);
    assert_eq!(verdict(&always, &[("a", &[1.0, 1.0]), ("b", &[99.0, -50.0])]), Holds);
    // The line was stopped too early to tell, or not asked.
    assert_eq!(verdict(&always, &[("a", &[1.0]), ("b", &[-5.0])]), Open);
    assert_eq!(verdict(&always, &[("a", &[1.0, 1.0]), ("b", &[99.0, -5.0])]), Open);
    assert_eq!(verdict(&always, &[("a", &[1.0, 1.0]), ("b", &[99.0])]), Open);
    assert_eq!(verdict(&always, &[("a", &[-9.0]), ("b", &[1.0])]), Fails);
    let reaches = says(r#"{"reaches": {"line": "a", "at": 4.0, "within": 60.0}}"#);
    assert_eq!(verdict(&reaches, &[("a", &[1.0, 59.0])]), Holds);
    assert_eq!(verdict(&reaches, &[("a", &[1.0, 61.0])]), Fails);
    assert_eq!(verdict(&reaches, &[("a", &[1.0, -60.0])]), Fails);
    assert_eq!(verdict(&reaches, &[("a", &[1.0, -2.0])]), Open);
    assert_eq!(verdict(&reaches, &[("a", &[1.0])]), Open);
    let takes = says(r#"{"takes": {"line": "a", "at": 3.0, "low": 1.0, "high": 2.0}}"#);
    assert_eq!(verdict(&takes, &[("a", &[1.5])]), Holds);
    assert_eq!(verdict(&takes, &[("a", &[2.5])]), Fails);
    assert_eq!(verdict(&takes, &[("a", &[-2.5])]), Fails);
    assert_eq!(verdict(&takes, &[("a", &[-1.5])]), Open);
}

/// The best of some lines at each place is the least time, or else the least bound; others do not count.
#[test]
fn a_time_is_better_than_a_bound() {
    let places = [3.0, 4.0, 5.0, 6.0, 7.0].into_iter();
    let times = [
        [Some(-1.0), Some(2.0), Some(-3.0), None, None],
        [Some(5.0), Some(1.0), Some(-2.0), Some(-9.0), None],
        [Some(0.1), Some(0.1), Some(0.1), Some(0.1), Some(0.1)],
    ];
    let courses = courses(places, &["a", "b", "other"], |line, _, place| times[line][place]);
    let mut lines = measured(&courses);
    lines.add_best("best", &["a".into(), "b".into(), "absent".into()]);
    let best = |x| {
        let average = lines.at("best", x)?.average?;
        Some((average.value, average.at_least))
    };
    let expected = [Some((5.0, false)), Some((1.0, false)), Some((2.0, true)), Some((9.0, true))];
    for (x, expected) in
        [3.0, 4.0, 5.0, 6.0, 7.0].into_iter().zip(expected.into_iter().chain([None]))
    {
        assert_eq!(best(x), expected, "{x}");
    }
    lines.add_best("none", &["absent".into()]);
    assert!(!lines.names().any(|name| name == "none"));
}

/// The peers about which there are claims.
const PEERS: [&str; 6] = ["cpsat", "highs", "mip_cbc", "pysat_cadical", "z3_cover", "z3py"];

#[test]
fn the_peers_of_the_claims_exist() {
    for peer in PEERS {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../peers/{peer}.py"));
        assert!(file.is_file(), "{}", file.display());
    }
}

/// Every claim of every figure refers to lines and places that the figure has. For some data it
/// holds, and for others it does not.
#[test]
fn every_verdict_can_be_flipped() {
    for (id, figure) in all() {
        let race = race(figure, Extent::Full);
        let names = race.contestants.iter().map(|contestant| contestant.name.as_str());
        // Without the outside solver its lines are missing; their names are those of the figure.
        let mut names: Vec<&str> = names.collect();
        match &figure.runners {
            Some(runners) => names = runners.iter().map(|runner| runner.parts().0).collect(),
            None => names.extend(PEERS),
        }
        if !names.contains(&OUTSIDE) {
            names.insert(0, OUTSIDE);
        }
        if figure.runners.is_none() {
            names.insert(0, OTHER);
        }
        for claim in &figure.claims {
            // Equal lines cannot be told apart, so that of Tercet is also drawn a little lower.
            let drawn = shapes().flat_map(|shape| [(shape, 1.0), (shape, 0.8)]);
            let seen: Vec<Ruling> = drawn
                .map(|(shape, share)| {
                    let places = race.courses.iter().map(|course| course.x);
                    let time = |rank: usize, x, _| {
                        let share = if names[rank] == "hybrid" { share } else { 1.0 };
                        Some(share * shape(i32::try_from(rank).unwrap(), x))
                    };
                    let courses = courses(places, &names, time);
                    claim.says.judge(&measured(&courses)).1
                })
                .collect();
            let text = &claim.text;
            assert!(seen.contains(&Ruling::Holds), "{id}: '{text}' never holds");
            assert!(seen.contains(&Ruling::Fails), "{id}: '{text}' never fails");
        }
    }
}

/// Times of the lines of a figure, by their rank in it and by the place.
fn shapes() -> impl Iterator<Item = fn(i32, f64) -> f64> {
    let shapes: [fn(i32, f64) -> f64; 9] = [
        |_, x| x,
        |rank, x| x * 1e-3 * 2_f64.powi(rank),
        |rank, x| x * 1e-3 * 0.5_f64.powi(rank),
        |rank, x| x * 1e-3 * 0.25_f64.powi(rank),
        |rank, x| x * x * 1e-3 * 1e-4_f64.powi(rank),
        |rank, x| 1e-6 * x.exp() * 60_f64.powi(rank),
        |rank, x| 1e6 * x.exp() * 20_f64.powi(rank),
        |rank, x| 1e-3 * x.powi(1 + rank),
        |rank, x| 56.0 - x * 1e-3 * f64::from(rank),
    ];
    shapes.into_iter()
}
