use tercet::solver::Limit;

use super::super::run;
use super::*;

fn refused(request: &Request) -> String {
    let limit = Limit::none();
    let error = run(request, Path::new("tercet"), &limit, &mut |_, _| {}).unwrap_err();
    let error = error.to_string();
    assert!(!error.contains(" -") && !error.starts_with('-'), "no flags: {error}");
    error
}

fn boards(values: &[usize], properties: &[usize], sizes: Option<&[usize]>) -> Request {
    let question = Question::Find;
    let sizes = sizes.map(Vec::from);
    let field =
        Field::Boards { values: values.into(), properties: properties.into(), sizes, question };
    Request { field, methods: Some(vec!["cover".into()]), ..Request::default() }
}

#[test]
fn the_axis_is_the_first_number_that_varies() {
    for (request, axis, places) in [
        (boards(&[3, 4], &[2], None), "values v", vec![3.0, 4.0]),
        (boards(&[3], &[2, 3], None), "properties p", vec![2.0, 3.0]),
        (boards(&[3], &[3], Some(&[5, 9])), "cards n", vec![5.0, 9.0]),
        (boards(&[3], &[3], None), "values v", vec![3.0]),
        (boards(&[3, 4], &[2, 3], None), "values v", vec![3.0, 3.0, 4.0, 4.0]),
    ] {
        let (courses, named) = request.courses().unwrap();
        assert_eq!(named, axis);
        assert_eq!(courses.iter().map(|course| course.x).collect::<Vec<_>>(), places);
        let is_line = courses.is_sorted_by(|one, other| one.x < other.x);
        assert_eq!(request.field.is_line(), is_line, "{:?}", request.field);
    }
}

/// Without a limit of its own, a method has the usual memory of the machine on which it runs.
#[test]
fn the_limit_of_memory_is_passed_on() {
    for (memory, expected) in [(None, 0), (Some(1 << 20), 1)] {
        let request = Request { memory, ..boards(&[3], &[2], None) };
        let (courses, _) = request.courses().unwrap();
        let (contestants, _) = request.contestants(Path::new("tercet"), &courses).unwrap();
        let options = contestants[0].arguments.iter().filter(|word| *word == "--memory");
        assert_eq!(options.count(), expected);
    }
}

#[test]
fn a_request_that_cannot_be_fulfilled_is_refused_by_its_reason() {
    assert!(refused(&boards(&[3], &[2], Some(&[10]))).contains("has only 9"));
    assert!(refused(&boards(&[0], &[2], None)).starts_with("v = 0, p = 2: "));
    let many = boards(&[10], &[9], Some(&[9_000_000]));
    assert!(refused(&many).contains("3 boards of 9000000 cards are too much"));
    let field = Field::Games { values: vec![3], properties: vec![2], goals: vec![4], refill: None };
    assert!(refused(&Request { field, ..Request::default() }).contains("4 sets"));
    let (name, text, question) = ("b.txt".into(), "0121 0121".into(), Question::Find);
    let file = Request { field: Field::File { name, text, question }, ..Request::default() };
    assert!(refused(&file).starts_with("b.txt: "));
    let methods = |names: &[&str], field| {
        let names = names.iter().map(|&name| name.to_owned()).collect();
        Request { methods: Some(names), field, ..Request::default() }
    };
    assert!(refused(&methods(&["nobody"], Field::default())).contains("'nobody'"));
    assert_eq!(refused(&methods(&[], Field::default())), "no contestants");
    let four = boards(&[4], &[4], None).field;
    assert!(refused(&methods(&["halves"], four)).contains("it is for v = 3"));
    let peers = vec!["/no/such/file".into()];
    assert!(refused(&Request { peers, ..Request::default() }).contains("/no/such/file"));
    let timeout = Seconds::default();
    assert!(refused(&Request { timeout, ..Request::default() }).contains("0 s"));
}
