(** * A board without a set: the game and the checker

    [../README.md] says what a proof is that a board has no set, and why it holds. This file makes a program of the
    first, and [Proof.v] a theorem of the second:

      [check plain v p board steps = true -> no_set v p board]

    To believe the theorem, read here what [no_set] says, the first part. Coq reads the rest:

    - the game: cards, boards and sets;
    - sets of cards: the operations that the checker needs, and the laws that its proof needs. They are left open, so
      that a program can use machine words, and the theorem sets that are proved as well;
    - the checker, in the order of the README.

    The theorem does not say that the checker takes the groups in the order of the README, nor that it accepts each
    proof that the README allows. Errors there could only make it refuse a proof. *)

From Coq Require Import List NArith ZArith Bool FMapPositive.
Import ListNotations.
Open Scope N_scope.

(** ** The game *)

(** A card is the list of its values. *)
Definition card := list N.

(** A card of the deck (v,p) has p values below v. *)
Definition is_card (v : N) (p : nat) (c : card) : Prop := length c = p /\ Forall (fun x => x < v) c.

(** A board of (v,p): different cards of a deck with at least two values. *)
Definition is_board (v : N) (p : nat) (board : list card) : Prop :=
  2 <= v /\ Forall (is_card v p) board /\ NoDup board.

(** The value of property i, which counts from 0. *)
Definition value (i : nat) (c : card) : N := nth i c 0.

Definition all_equal (i : nat) (cards : list card) : Prop := exists x, Forall (fun c => value i c = x) cards.
Definition all_different (i : nat) (cards : list card) : Prop := NoDup (map (value i) cards).

(** The rule of the game: v different cards of the deck which, in each property, are all equal or all different. *)
Definition is_set (v : N) (p : nat) (cards : list card) : Prop :=
  N.of_nat (length cards) = v /\ NoDup cards /\ Forall (is_card v p) cards /\
  forall i, (i < p)%nat -> all_equal i cards \/ all_different i cards.

(** The board has no set: none of its cards are one, in whatever order they are taken. *)
Definition no_set (v : N) (p : nat) (board : list card) : Prop :=
  is_board v p board /\ forall cards, incl cards board -> ~ is_set v p cards.

(** ** Sets of cards *)

(** A set of cards is a set of their positions on the board, which count from 0. A table holds such a set for each card
    of a group. What both are made of is left open: the proof needs no more than the laws below. *)
Record ops (set table : Type) := Ops {
  of_bools : list bool -> set;  (* the positions at which the list has true *)
  inter : set -> set -> set;
  diff : set -> set -> set;
  is_empty : set -> bool;
  tabulate : list card -> (card -> set) -> set -> table;  (* what a function says of the cards at some positions *)
  select : table -> set -> list set  (* the entries for some positions, in ascending order *)
}.
Arguments of_bools {set table}. Arguments inter {set table}. Arguments diff {set table}.
Arguments is_empty {set table}. Arguments tabulate {set table}. Arguments select {set table}.

(** The laws, for [mem k s], which says whether position k is in s. The checker itself does not ask that. *)
Record laws {set table} (o : ops set table) (mem : nat -> set -> bool) : Prop := {
  of_bools_law : forall k l, mem k (o.(of_bools) l) = nth k l false;
  inter_law : forall k s t, mem k (o.(inter) s t) = mem k s && mem k t;
  diff_law : forall k s t, mem k (o.(diff) s t) = mem k s && negb (mem k t);
  is_empty_law : forall k s, o.(is_empty) s = true -> mem k s = false;
  select_law : forall k c cards f group s, nth_error cards k = Some c -> mem k group = true -> mem k s = true ->
    In (f c) (o.(select) (o.(tabulate) cards f group) s)
}.

(** ** The checker *)

(** A step names an item by the number that it has in the README, plus 1. *)
Inductive step :=
  Narrow (item : positive) | Branch (item : positive) | Weigh (modulus : Z) (weights : list (positive * Z)).

Definition item (v : N) (i : nat) (x : N) : positive := N.succ_pos (v * N.of_nat i + x).

Section Checker.
  Context {set table : Type} (o : ops set table) (v : N) (p : nat) (board : list card).

  (** All values of a property. *)
  Definition values : list N := map N.of_nat (seq 0 (N.to_nat v)).

  (** The cards that show value x of property i. *)
  Definition shown (i : nat) (x : N) : set := o.(of_bools) (map (fun c => value i c =? x) board).

  (** A property with its items, each with the cards that show it. They are computed once. *)
  Record property := Property { index : nat; items : list (positive * set) }.

  Definition property_of (i : nat) : property := Property i (map (fun x => (item v i x, shown i x)) values).

  (** A group: its free properties, and its cards. *)
  Definition group : Type := list property * set.

  Definition complete (free : list property) (cards : set) : bool :=
    forallb (fun i => forallb (fun q => negb (o.(is_empty) (o.(inter) cards (snd q)))) (items i)) free.

  (** Puts a group before others, unless it is left out. *)
  Definition add (free : list property) (cards : set) (later : list group) : list group :=
    match free with
    | [] => later
    | _ => if complete free cards then (free, cards) :: later else later
    end.

  (** Puts the groups in a group before others. They agree in some of the properties [rest], and stay free in [free]. A
      group without cards has no groups in it that are not left out. *)
  Fixpoint groups_in (free rest : list property) (cards : set) (later : list group) : list group :=
    match rest with
    | [] => later
    | i :: rest =>
        fold_right
          (fun q later =>
            let cards := o.(inter) cards (snd q) in
            if o.(is_empty) cards then later else add (free ++ rest) cards (groups_in free rest cards later))
          (groups_in (free ++ [i]) rest cards later)
          (items i)
    end.

  (** All groups. A board of fewer than v cards has none that is not left out. *)
  Definition groups : list group :=
    if N.of_nat (length board) <? v then [] else
    let properties := map property_of (seq 0 p) in
    let all := o.(of_bools) (map (fun _ => true) board) in
    add properties all (groups_in [] properties all []).

  (** What the steps look up in a group: the cards that show an item of a free property, and the rivals of a card. *)
  Record tables := Tables { shows : PositiveMap.t set; rivals : table }.

  Definition map_of (items : list (positive * set)) : PositiveMap.t set :=
    fold_right (fun q => PositiveMap.add (fst q) (snd q)) (PositiveMap.empty set) items.

  (** The rivals of card c in a group: the cards of the group, without those that share no value with c in a free
      property, and without the one that shares all of these values, which is c itself. *)
  Definition rivals_of (shows : PositiveMap.t set) (free : list property) (cards : set) (c : card) : set :=
    let same := flat_map (fun i => match PositiveMap.find (item v (index i) (value (index i) c)) shows with
                                   | Some s => [s]
                                   | None => []
                                   end) free in
    let others := fold_left o.(diff) same cards in
    let itself := fold_left o.(inter) same cards in
    o.(diff) (o.(diff) cards others) itself.

  Definition tables_of (g : group) : tables :=
    let (free, cards) := g in
    let shows := map_of (flat_map items free) in
    Tables shows (o.(tabulate) board (rivals_of shows free cards) cards).

  (** The pile of the README in three parts: the topmost subproblem, the others of the same group, and the groups whose
      turn has not come. The tables are those of the group of the topmost. *)
  Inductive state := Done | At (t : tables) (top : set) (pile : list set) (later : list group).

  Definition next (later : list group) : state :=
    match later with
    | [] => Done
    | g :: later => At (tables_of g) (snd g) [] later
    end.

  Definition pop (t : tables) (pile : list set) (later : list group) : state :=
    match pile with
    | [] => next later
    | top :: pile => At t top pile later
    end.

  (** The rivals of each candidate that shows an item, if it is one of a free property. *)
  Definition each_rivals (t : tables) (top : set) (q : positive) : option (list set) :=
    option_map (fun shown => o.(select) (rivals t) (o.(inter) top shown)) (PositiveMap.find q (shows t)).

  (** Candidates, by what they weigh. A weight splits them into those that show its item and the others. *)
  Definition split (shown : set) (weight : Z) (part : Z * set) : list (Z * set) :=
    filter (fun part => negb (o.(is_empty) (snd part)))
      [((fst part + weight)%Z, o.(inter) (snd part) shown); (fst part, o.(diff) (snd part) shown)].

  Fixpoint weigh (t : tables) (weights : list (positive * Z)) (parts : list (Z * set)) : option (list (Z * set)) :=
    match weights with
    | [] => Some parts
    | (q, weight) :: weights =>
        match PositiveMap.find q (shows t) with
        | None => None
        | Some shown => weigh t weights (flat_map (split shown weight) parts)
        end
    end.

  Definition total (weights : list (positive * Z)) : Z := fold_left (fun sum w => Z.add sum (snd w)) weights 0%Z.

  (** Whether candidates that weigh this are as they should be, and whether they go. *)
  Definition is_right (modulus weight : Z) : bool :=
    if (modulus =? 0)%Z then (weight <=? 0)%Z else (weight mod modulus =? 0)%Z.
  Definition is_out (modulus total weight : Z) : bool :=
    if (modulus =? 0)%Z then (weight <? total)%Z else negb (total mod modulus =? 0)%Z.

  (** One step, unless it is refused. *)
  Definition take (st : state) (s : step) : option state :=
    match st with
    | Done => None
    | At t top pile later =>
        match s with
        | Narrow q =>
            option_map (fun each => At t (o.(diff) top (fold_left o.(inter) each top)) pile later)
              (each_rivals t top q)
        | Branch q => option_map (fun each => pop t (map (o.(diff) top) each ++ pile) later) (each_rivals t top q)
        | Weigh modulus weights =>
            match weigh t weights [(0%Z, top)] with
            | None => None
            | Some parts =>
                if forallb (fun part => is_right modulus (fst part)) parts
                then Some (At t (fold_left o.(diff) (map snd
                  (filter (fun part => is_out modulus (total weights) (fst part)) parts)) top) pile later)
                else None
            end
        end
    end.

  Fixpoint take_all (st : state) (steps : list step) : option state :=
    match steps with
    | [] => Some st
    | s :: steps => match take st s with Some st => take_all st steps | None => None end
    end.

  Fixpoint distinct (cards : list card) : bool :=
    match cards with
    | [] => true
    | c :: cards => (if in_dec (list_eq_dec N.eq_dec) c cards then false else true) && distinct cards
    end.

  (** The pile at the start, if the cards are a board. *)
  Definition start : option state :=
    if (2 <=? v) && forallb (fun c => Nat.eqb (length c) p && forallb (fun x => x <? v) c) board && distinct board
    then Some (next groups)
    else None.

  Definition check (steps : list step) : bool :=
    match start with
    | None => false
    | Some st => match take_all st steps with Some Done => true | _ => false end
    end.
End Checker.

