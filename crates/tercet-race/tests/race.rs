//! Races with contestants that do not answer.

use std::path::Path;
use std::time::Duration;

use tercet::solver::{Limit, Question};
use tercet_race::{Event, Field, Heat, Race, Request, run};

#[test]
fn a_watcher_is_told_what_happens() {
    let mut events = Vec::new();
    let mut watch = |_: &Race, event: Event<'_>| events.push(format!("{event:?}"));
    let field = Field::Boards {
        values: vec![3],
        properties: vec![2, 3],
        sizes: None,
        question: Question::Find,
    };
    let request = Request { field, methods: Some(vec!["cover".into()]), ..Request::default() };
    let program = Path::new("/no/such/program");
    let report = run(&request, program, &Limit::none(), &mut watch).unwrap();
    assert_eq!(report.contestants[0].name, "cover");
    // A contestant that cannot be started is asked once.
    assert_eq!(report.courses[0].results[0].tally(), [("failed", 1)]);
    assert_eq!(report.courses[1].results[0].tally(), []);
    let heat = Heat { course: 0, task: 0, contestant: 0 };
    let first = format!("{:?}", Event::Heat(heat));
    assert_eq!(events, ["Begin", &first, "CourseDone(0)", "CourseDone(1)"]);
    assert!(!report.stopped);
}

#[cfg(unix)]
#[test]
fn a_stopped_race_has_a_report() {
    use std::os::unix::fs::PermissionsExt;

    let folder = tempfile::tempdir().unwrap();
    let mute = folder.path().join("mute");
    std::fs::write(&mute, "#!/bin/sh\nsleep 100\n").unwrap();
    std::fs::set_permissions(&mute, std::fs::Permissions::from_mode(0o755)).unwrap();
    let request = Request { methods: Some(Vec::new()), peers: vec![mute], ..Request::default() };
    let limit = Limit::timeout(Duration::from_millis(50));
    let report = run(&request, Path::new("tercet"), &limit, &mut |_, _| {}).unwrap();
    assert!(report.stopped);
    assert_eq!(report.heats().len(), 3);
    assert!(report.heats().into_iter().all(|heat| report.trial(heat).is_none()));
}
