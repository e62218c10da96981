(** * A board without a set: the proof

    If the board has a set, then some subproblem of the pile contains all of its cards: at the start, because the group
    in which the set agrees is there ([good_group]), and after each step, because a set has one card of those that show
    an item, and none of its rivals, and weighs as much as all items ([take_alive]). So the pile does not become empty
    ([never_done]). This holds for any sets of cards that obey the laws; the theorem, on the last lines, takes some that
    are proved here as well. *)

From Coq Require Import List NArith ZArith Bool Lia FMapPositive.
From NoSet Require Import NoSet.
Import ListNotations.
Open Scope N_scope.

(** Cards that are all different in a property are told apart by it. *)
Lemma same_card : forall i l c d, all_different i l -> In c l -> In d l -> value i c = value i d -> c = d.
Proof.
  unfold all_different. induction l as [|e l IH]; [easy|]. cbn. intros c d. rewrite NoDup_cons_iff.
  intros (new & different) [->|in_c] [->|in_d] same; try easy.
  - destruct new. rewrite same. now apply in_map.
  - destruct new. rewrite <- same. now apply in_map.
  - now apply IH.
Qed.

Section Proof.
  Context {set table : Type} (o : ops set table) (mem : nat -> set -> bool) (ok : laws o mem).
  Context (v : N) (p : nat) (board : list card) (right : is_board v p board).
  (** Suppose that these cards of the board are a set. *)
  Context (cards : list card) (on_board : incl cards board) (a_set : is_set v p cards).

  Notation shown := (shown o board).
  Notation property_of := (property_of o v board).

  (** These candidates contain the set. *)
  Definition holds (s : set) : Prop := forall k c, nth_error board k = Some c -> In c cards -> mem k s = true.

  (** A property in which the cards of the set are all different. *)
  Definition spread (i : property (set := set)) : Prop :=
    exists j, i = property_of j /\ (j < p)%nat /\ all_different j cards.

  Lemma mem_shown : forall k c i x, nth_error board k = Some c -> mem k (shown i x) = (value i c =? x).
  Proof.
    intros k c i x at_k. unfold shown. rewrite (of_bools_law o mem ok).
    erewrite nth_error_nth; [reflexivity | now rewrite (map_nth_error _ _ _ at_k)].
  Qed.

  Lemma position : forall c, In c cards -> exists k, nth_error board k = Some c.
  Proof. intros c inside. apply In_nth_error, on_board, inside. Qed.

  Lemma in_values : forall x, In x (values v) <-> x < v.
  Proof.
    intros x. unfold values. rewrite in_map_iff. split.
    - intros (n & <- & inside). apply in_seq in inside. lia.
    - intros below. exists (N.to_nat x). rewrite in_seq. lia.
  Qed.

  (** A property in which the set is all different shows all values, by counting. *)
  Lemma every_value : forall i x, all_different i cards -> x < v -> (i < p)%nat ->
    exists c, In c cards /\ value i c = x.
  Proof.
    intros i x different below width. destruct a_set as (size & _ & deck & _).
    enough (In x (map (value i) cards)) as inside by (apply in_map_iff in inside; firstorder).
    apply (NoDup_length_incl (l' := values v)); [assumption | | | now apply in_values].
    - unfold values. rewrite !map_length, seq_length. lia.
    - intros y inside. apply in_map_iff in inside as (c & <- & inside). apply in_values.
      rewrite Forall_forall in deck. destruct (deck c inside) as (long & small).
      rewrite Forall_forall in small. apply small, nth_In. lia.
  Qed.

  Definition good (g : group (set := set)) : Prop := holds (snd g) /\ Forall spread (fst g).

  Lemma holds_inter : forall s i x, holds s -> Forall (fun c => value i c = x) cards -> holds (o.(inter) s (shown i x)).
  Proof.
    intros s i x inside equal k c at_k in_set. rewrite (inter_law o mem ok), (mem_shown k c) by assumption.
    rewrite Forall_forall in equal. rewrite (inside k c), (equal c), N.eqb_refl by assumption. reflexivity.
  Qed.

  (** *** The groups *)

  Lemma not_empty : forall s c, holds s -> In c cards -> o.(is_empty) s = false.
  Proof.
    intros s c inside in_set. destruct (position c in_set) as (k & at_k).
    destruct (is_empty o s) eqn:empty; [|reflexivity].
    apply (is_empty_law o mem ok) with (k := k) in empty. now rewrite (inside k c) in empty.
  Qed.

  Lemma some_card : exists c, In c cards.
  Proof.
    destruct a_set as (size & _), right as (two & _). destruct cards as [|c l]; [cbn in size; lia|].
    exists c. now left.
  Qed.

  Lemma add_later : forall g free s later, In g later -> In g (add o free s later).
  Proof. intros g [|i free] s later inside; cbn; [|destruct (_ && _); [right|]]; assumption. Qed.

  Lemma add_good : forall free s later, free <> [] -> good (free, s) -> In (free, s) (add o free s later).
  Proof.
    intros free s later some (inside & all). cbn in inside, all. unfold add.
    assert (complete o free s = true) as ->; [|destruct free; [easy | now left]].
    apply forallb_forall. intros i in_free. apply forallb_forall. intros q in_items.
    rewrite Forall_forall in all. destruct (all i in_free) as (j & -> & width & different).
    apply in_map_iff in in_items as (x & <- & below). apply in_values in below.
    destruct (every_value j x different below width) as (c & in_set & shows_x).
    destruct (position c in_set) as (k & at_k). cbn.
    destruct (is_empty o _) eqn:empty; [|reflexivity].
    apply (is_empty_law o mem ok) with (k := k) in empty.
    rewrite (inter_law o mem ok), (inside k c), (mem_shown k c), shows_x, N.eqb_refl in empty by assumption. easy.
  Qed.

  Lemma groups_later : forall g rest free s later, In g later -> In g (groups_in o free rest s later).
  Proof.
    intros g. induction rest as [|i rest IH]; intros free s later inside; cbn; [assumption|].
    induction (items i) as [|q l IHl]; cbn; [now apply IH|].
    destruct (is_empty o _); [assumption | now apply add_later, IH].
  Qed.

  (** At least two cards, and so a property in which they differ. *)
  Lemma two_cards : exists c d, In c cards /\ In d cards /\ c <> d.
  Proof.
    destruct a_set as (size & different & _), right as (two & _).
    destruct cards as [|c [|d l]]; [cbn in size; lia | cbn in size; lia |].
    exists c, d. inversion different as [|? ? new]. cbn in *. intuition congruence.
  Qed.

  Lemma not_both : forall i, all_equal i cards -> all_different i cards -> False.
  Proof.
    intros i (x & equal) different. rewrite Forall_forall in equal.
    destruct two_cards as (c & d & in_c & in_d & apart). apply apart.
    apply (same_card i cards); auto. now rewrite (equal c), (equal d).
  Qed.

  Lemma some_spread : Exists spread (map property_of (seq 0 p)).
  Proof.
    destruct a_set as (_ & _ & deck & rule). rewrite Forall_forall in deck.
    assert (forall l, incl l (seq 0 p) -> Exists spread (map property_of l) \/ Forall (fun i => all_equal i cards) l)
      as either.
    { induction l as [|i l IH]; intros inside; [now right|]. cbn.
      assert (i < p)%nat as width by (specialize (inside i (or_introl eq_refl)); apply in_seq in inside; lia).
      destruct IH as [|equal]; [intros j in_l; apply inside; now right | now left; right |].
      destruct (rule i width); [right; now constructor|]. left. left. now exists i. }
    destruct (either _ (incl_refl _)) as [|equal]; [assumption|]. exfalso.
    destruct two_cards as (c & d & in_c & in_d & apart). apply apart.
    destruct (deck c in_c) as (long_c & _), (deck d in_d) as (long_d & _).
    apply (nth_ext c d 0 0); [lia|]. intros i width. rewrite Forall_forall in equal.
    destruct (equal i) as (x & same); [apply in_seq; lia|]. rewrite Forall_forall in same.
    unfold value in same. now rewrite (same c), (same d).
  Qed.

  (** The group of the set: it is free in the properties in which the set is all different. *)
  Lemma groups_good : forall rest free s later, holds s -> Forall spread free ->
    (forall i, In i rest -> exists j, i = property_of j /\ (j < p)%nat) -> Exists spread (free ++ rest) ->
    Forall spread rest \/ exists g, good g /\ In g (groups_in o free rest s later).
  Proof.
    induction rest as [|i rest IH]; intros free s later inside all known some; [now left|].
    destruct (known i (or_introl eq_refl)) as (j & -> & width).
    destruct a_set as (_ & _ & deck & rule). destruct (rule j width) as [(x & equal)|different].
    - (* The set agrees in this property. *)
      right.
      assert (Exists spread (free ++ rest)) as still.
      { rewrite Exists_app in *. destruct some as [|some]; [now left|]. right.
        inversion some as [? ? (j' & same & _ & different)|]; [exfalso | assumption].
        apply (f_equal index) in same. cbn in same. subst j'. apply (not_both j); [now exists x | assumption]. }
      assert (x < v) as below.
      { destruct two_cards as (c & _ & in_c & _). rewrite Forall_forall in equal, deck. rewrite <- (equal c in_c).
        destruct (deck c in_c) as (long & small). rewrite Forall_forall in small. apply small, nth_In. lia. }
      pose proof (holds_inter s j x inside equal) as inside'.
      assert (forall later', exists g, good g /\ In g
        (add o (free ++ rest) (o.(inter) s (shown j x)) (groups_in o free rest (o.(inter) s (shown j x)) later')))
        as found.
      { intros later'. destruct (IH free _ later' inside' all) as [rest_spread|(g & is_good & in_g)]; try assumption.
        - intros i in_rest. apply known. now right.
        - exists (free ++ rest, o.(inter) s (shown j x)).
          assert (good (free ++ rest, o.(inter) s (shown j x))) as is_good
            by (split; [assumption | apply Forall_app; now split]).
          split; [assumption|]. apply add_good; [|assumption]. intros none. rewrite none in still. inversion still.
        - exists g. split; [assumption | now apply add_later]. }
      cbn. set (later' := groups_in o (free ++ [property_of j]) rest s later). clearbody later'.
      assert (In (item v j x, shown j x) (items (property_of j))) as in_items
        by (apply in_map_iff; exists x; split; [reflexivity | now apply in_values]).
      cbn in in_items.
      induction (map _ (values v)) as [|q l IHl]; [easy|]. cbn. destruct in_items as [->|in_l].
      + cbn. destruct two_cards as (c & _ & in_c & _). rewrite (not_empty _ c) by assumption. apply found.
      + destruct (IHl in_l) as (g & is_good & in_g). exists g. split; [assumption|].
        destruct (is_empty o _); [assumption | now apply add_later, groups_later].
    - (* It is all different. *)
      assert (spread (property_of j)) as now_spread by now exists j.
      destruct (IH (free ++ [property_of j]) s later) as [|(g & is_good & in_g)]; try assumption.
      + apply Forall_app. split; [assumption | now constructor].
      + intros i in_rest. apply known. now right.
      + now rewrite <- app_assoc.
      + left. now constructor.
      + right. exists g. split; [assumption|]. cbn. induction (map _ (values v)) as [|q l IHl]; [assumption|].
        cbn. destruct (is_empty o _); [assumption | now apply add_later, groups_later].
  Qed.

  Lemma good_group : exists g, good g /\ In g (groups o v p board).
  Proof.
    unfold groups. destruct (_ <? v) eqn:few.
    { apply N.ltb_lt in few. destruct a_set as (size & different & _).
      pose proof (NoDup_incl_length different on_board). lia. }
    set (all := o.(of_bools) (map (fun _ => true) board)). set (properties := map property_of (seq 0 p)).
    assert (holds all) as inside.
    { intros k c at_k _. unfold all. rewrite (of_bools_law o mem ok).
      erewrite nth_error_nth; [reflexivity | now rewrite (map_nth_error _ _ _ at_k)]. }
    destruct (groups_good properties [] all [] inside) as [spread_all|(g & is_good & in_g)].
    - constructor.
    - intros i in_l. apply in_map_iff in in_l as (j & <- & in_l). apply in_seq in in_l. exists j. split; [easy | lia].
    - apply some_spread.
    - exists (properties, all). assert (good (properties, all)) as is_good by now split.
      split; [assumption|]. apply add_good; [|assumption].
      intros none. enough (Exists spread []) as some by inversion some. rewrite <- none. exact some_spread.
    - exists g. split; [assumption | now apply add_later].
  Qed.

  (** *** The tables of a group *)

  (** These candidates contain no card of the set, so they can be removed. *)
  Definition harmless (s : set) : Prop := forall k c, nth_error board k = Some c -> In c cards -> mem k s = false.

  Lemma holds_diff : forall s t, holds s -> harmless t -> holds (o.(diff) s t).
  Proof.
    intros s t inside without k c at_k in_set.
    now rewrite (diff_law o mem ok), (inside k c), (without k c).
  Qed.

  Lemma mem_inter : forall k l s, mem k (fold_left o.(inter) l s) = mem k s && forallb (mem k) l.
  Proof.
    induction l as [|t l IH]; intros s; cbn; [now rewrite andb_true_r|].
    now rewrite IH, (inter_law o mem ok), andb_assoc.
  Qed.

  Lemma mem_diff : forall k l s, mem k (fold_left o.(diff) l s) = mem k s && negb (existsb (mem k) l).
  Proof.
    induction l as [|t l IH]; intros s; cbn; [now rewrite andb_true_r|].
    now rewrite IH, (diff_law o mem ok), negb_orb, andb_assoc.
  Qed.

  Lemma find_map_of : forall (l : list (positive * set)) q s, PositiveMap.find q (map_of l) = Some s -> In (q, s) l.
  Proof.
    induction l as [|[q' s'] l IH]; intros q s; cbn; [now rewrite PositiveMap.gempty|].
    destruct (Pos.eq_dec q q') as [->|other].
    - rewrite PositiveMap.gss. intros [= ->]. now left.
    - rewrite PositiveMap.gso by assumption. intros found. right. now apply IH.
  Qed.

  (** What is found for an item in the map of a group. *)
  Lemma find_shown : forall free q s, Forall spread free ->
    PositiveMap.find q (map_of (flat_map items free)) = Some s ->
    exists i x, (i < p)%nat /\ x < v /\ all_different i cards /\ q = item v i x /\ s = shown i x.
  Proof.
    intros free q s all found. apply find_map_of, in_flat_map in found as (i & in_free & in_items).
    rewrite Forall_forall in all. destruct (all i in_free) as (j & -> & width & different).
    apply in_map_iff in in_items as (x & [= <- <-] & below). apply in_values in below. now exists j, x.
  Qed.

  Lemma item_property : forall i j x y, x < v -> y < v -> item v i x = item v j y -> i = j /\ x = y.
  Proof.
    unfold item. intros i j x y below_x below_y same. apply (f_equal N.pos) in same. rewrite !N.succ_pos_spec in same.
    apply N.succ_inj, N.div_mod_unique in same as (same & ->); [split; [lia | reflexivity] | assumption | assumption].
  Qed.

  (** Rivals of a card of the set are not in the set. *)
  Lemma rivals_harmless : forall free s c, good (free, s) -> In c cards ->
    harmless (rivals_of o v (map_of (flat_map items free)) free s c).
  Proof.
    intros free s c (inside & all) in_c. cbn in inside, all. unfold rivals_of.
    set (same := flat_map _ free).
    assert (forall t, In t same -> exists i, all_different i cards /\ t = shown i (value i c)) as known.
    { intros t in_same. apply in_flat_map in in_same as (i & in_free & found).
      destruct (PositiveMap.find _ _) as [t'|] eqn:look; [|easy]. destruct found as [->|]; [|easy].
      apply find_shown in look as (j & x & width & below & different & same_item & ->); [|assumption].
      rewrite Forall_forall in all. destruct (all i in_free) as (i' & -> & width' & _). cbn in same_item.
      apply item_property in same_item as (<- & <-); [now exists i' | | assumption].
      destruct a_set as (_ & _ & deck & _). rewrite Forall_forall in deck. destruct (deck c in_c) as (long & small).
      rewrite Forall_forall in small. apply small, nth_In. lia. }
    intros k d at_k in_d. rewrite !(diff_law o mem ok), mem_diff, (inside k d) by assumption.
    destruct (mem k (fold_left o.(inter) same s)) eqn:itself; [apply andb_false_r|].
    destruct (existsb (mem k) same) eqn:rival; [exfalso | reflexivity].
    apply existsb_exists in rival as (t & in_same & in_t). destruct (known t in_same) as (i & different & ->).
    rewrite (mem_shown k d) in in_t by assumption. apply N.eqb_eq in in_t.
    assert (d = c) as -> by now apply (same_card i cards).
    rewrite mem_inter, (inside k c) in itself by assumption. cbn in itself.
    enough (forallb (mem k) same = true) by congruence. apply forallb_forall. intros t in_same'.
    destruct (known t in_same') as (j & _ & ->). rewrite (mem_shown k c) by assumption. apply N.eqb_refl.
  Qed.

  (** The tables of a group that has the set: what shows an item of a property in which the set is all different, and
      a step finds the rivals of a card of the set among those it looks up. *)
  Definition good_tables (t : tables (set := set) (table := table)) : Prop :=
    forall q s, PositiveMap.find q (shows t) = Some s ->
    (exists i x, (i < p)%nat /\ x < v /\ all_different i cards /\ s = shown i x) /\
    forall top, holds top -> exists r, In r (o.(select) (rivals t) (o.(inter) top s)) /\ harmless r.

  Lemma tables_good : forall g, good g -> good_tables (tables_of o v board g).
  Proof.
    intros (free, s) is_good q t found. cbn in *.
    apply find_shown in found as (i & x & width & below & different & _ & ->); [|apply is_good].
    split; [now exists i, x|]. intros top inside.
    destruct (every_value i x different below width) as (c & in_set & shows_x).
    destruct (position c in_set) as (k & at_k).
    exists (rivals_of o v (map_of (flat_map items free)) free s c). split; [|now apply rivals_harmless].
    apply (select_law o mem ok) with (k := k); [assumption | now apply is_good with c |].
    rewrite (inter_law o mem ok), (inside k c), (mem_shown k c), shows_x, N.eqb_refl by assumption. reflexivity.
  Qed.

  (** *** Weights *)

  Fixpoint sum (f : card -> Z) (l : list card) : Z := match l with [] => 0%Z | c :: l => (f c + sum f l)%Z end.

  Lemma sum_zero : forall l, sum (fun _ => 0%Z) l = 0%Z.
  Proof. induction l as [|c l IH]; cbn; [easy | lia]. Qed.

  Lemma sum_add : forall f g l, sum (fun c => f c + g c)%Z l = (sum f l + sum g l)%Z.
  Proof. intros f g. induction l as [|c l IH]; cbn; [easy | lia]. Qed.

  (** A weight counts once in a set, for the card that shows its item. *)
  Lemma sum_shown : forall i x w l, NoDup (map (value i) l) ->
    sum (fun c => if value i c =? x then w else 0%Z) l = if in_dec N.eq_dec x (map (value i) l) then w else 0%Z.
  Proof.
    intros i x w. induction l as [|c l IH]; [easy|]. cbn [map]. rewrite NoDup_cons_iff. intros (new & different).
    cbn [sum]. rewrite IH by assumption.
    destruct (N.eqb_spec (value i c) x) as [<-|other], (in_dec _ _ (map _ l)) as [inside|outside],
      (in_dec _ _ (_ :: _)) as [inside'|outside'];
      cbn in *; try lia; exfalso; intuition congruence.
  Qed.

  Lemma total_cons : forall w weights, total (w :: weights) = (snd w + total weights)%Z.
  Proof.
    intros w weights. unfold total. cbn.
    assert (forall ws z, fold_left (fun (sum : Z) (w : positive * Z) => (sum + snd w)%Z) ws z
      = (z + fold_left (fun (sum : Z) (w : positive * Z) => (sum + snd w)%Z) ws 0)%Z) as from_zero.
    { induction ws as [|one ws IH]; intros z; cbn; [lia|]. rewrite IH, (IH (snd one)). lia. }
    now rewrite from_zero.
  Qed.

  Lemma weigh_parts : forall (t : tables (set := set) (table := table)), good_tables t ->
    forall weights parts parts', weigh o t weights parts = Some parts' ->
    exists f, sum f cards = total weights /\
    forall k c, nth_error board k = Some c ->
      (forall part, In part parts -> mem k (snd part) = true ->
        exists part', In part' parts' /\ mem k (snd part') = true) /\
      (forall part', In part' parts' -> mem k (snd part') = true ->
        exists part, In part parts /\ mem k (snd part) = true /\ fst part' = (fst part + f c)%Z).
  Proof.
    intros t fine. induction weights as [|(q, w) weights IH]; cbn [weigh]; intros parts parts' weighed.
    - injection weighed as <-. exists (fun _ => 0%Z). split.
      + apply sum_zero.
      + intros k c at_k. split; intros part inside in_part; exists part; [easy|].
        repeat split; [assumption | assumption | lia].
    - destruct (PositiveMap.find q (shows t)) as [s|] eqn:found; [|discriminate].
      destruct (fine q s found) as ((i & x & width & below & different & ->) & _).
      destruct (IH _ _ weighed) as (f & sums & known).
      exists (fun c => Z.add (if value i c =? x then w else 0%Z) (f c)). split.
      + rewrite sum_add, sums, sum_shown, total_cons by assumption.
        destruct (in_dec _ _ _) as [inside|outside]; [easy|]. destruct outside.
        destruct (every_value i x different below width) as (c & in_set & <-). now apply in_map.
      + intros k c at_k. destruct (known k c at_k) as (some & right_sum). split.
        * intros part inside in_part.
          enough (exists part', In part' (split o (shown i x) w part) /\ mem k (snd part') = true)
            as (part' & in_split & in_part')
            by (apply (some part'); [apply in_flat_map; now exists part | assumption]).
          assert (forall z s, mem k s = true ->
            In (z, s) [((fst part + w)%Z, o.(inter) (snd part) (shown i x));
              (fst part, o.(diff) (snd part) (shown i x))] ->
            In (z, s) (split o (shown i x) w part) /\ mem k (snd (z, s)) = true) as kept.
          { intros z s in_s listed. split; [|assumption]. apply filter_In. split; [assumption|]. cbn.
            destruct (is_empty o s) eqn:empty; [|reflexivity].
            apply (is_empty_law o mem ok) with (k := k) in empty. congruence. }
          destruct (value i c =? x) eqn:shows_x.
          -- exists ((fst part + w)%Z, o.(inter) (snd part) (shown i x)). apply kept; [|now left].
             now rewrite (inter_law o mem ok), in_part, (mem_shown k c), shows_x.
          -- exists (fst part, o.(diff) (snd part) (shown i x)). apply kept; [|now right; left].
             now rewrite (diff_law o mem ok), in_part, (mem_shown k c), shows_x.
        * intros part' inside in_part'.
          destruct (right_sum part' inside in_part') as (middle & in_middle & mem_middle & ->).
          apply in_flat_map in in_middle as (part & in_parts & in_split).
          exists part. split; [assumption|]. apply filter_In in in_split as (in_split & _).
          destruct in_split as [<-|[<-|[]]]; cbn in *.
          -- rewrite (inter_law o mem ok), (mem_shown k c) in mem_middle by assumption.
             apply andb_prop in mem_middle as (in_part & ->). split; [assumption | lia].
          -- rewrite (diff_law o mem ok), (mem_shown k c) in mem_middle by assumption.
             apply andb_prop in mem_middle as (in_part & other). split; [assumption|].
             destruct (value i c =? x); [discriminate | lia].
  Qed.

  (** Where no card of the set weighs more than 0, each weighs at least as much as all. *)
  Lemma sum_least : forall f c l, In c l -> (forall d, In d l -> f d <= 0)%Z -> (sum f l <= f c)%Z.
  Proof.
    intros f c. induction l as [|d l IH]; [easy|]. cbn. intros [->|inside] light.
    - enough (sum f l <= 0)%Z by lia. assert (forall e, In e l -> f e <= 0)%Z as rest by auto.
      clear - rest. induction l as [|e l IH]; cbn; [lia|]. pose proof (rest e (or_introl eq_refl)).
      enough (sum f l <= 0)%Z by lia. apply IH. intros. apply rest. now right.
    - pose proof (light d (or_introl eq_refl)). enough (sum f l <= f c)%Z by lia. auto.
  Qed.

  Lemma sum_divided : forall f m l, (forall d, In d l -> (m | f d))%Z -> (m | sum f l)%Z.
  Proof.
    intros f m. induction l as [|d l IH]; cbn; intros divided; [apply Z.divide_0_r|].
    apply Z.divide_add_r; auto.
  Qed.

  Lemma holds_weighed : forall t m weights top parts, good_tables t -> holds top ->
    weigh o t weights [(0%Z, top)] = Some parts -> forallb (fun part => is_right m (fst part)) parts = true ->
    holds (fold_left o.(diff) (map snd (filter (fun part => is_out m (total weights) (fst part)) parts)) top).
  Proof.
    intros t m weights top parts fine inside weighed all_right k c at_k in_set.
    destruct (weigh_parts t fine weights _ _ weighed) as (f & sums & known).
    assert (forall d, In d cards -> is_right m (f d) = true) as right_card.
    { intros d in_d. destruct (position d in_d) as (j & at_j). destruct (known j d at_j) as (some & right_sum).
      destruct (some (0%Z, top)) as (part & in_parts & in_part); [now left | now apply (inside j d) |].
      destruct (right_sum part in_parts in_part) as (start & [<-|[]] & _ & same). cbn in same.
      rewrite forallb_forall in all_right. rewrite <- same. now apply all_right. }
    rewrite mem_diff, (inside k c) by assumption. cbn.
    destruct (existsb _ _) eqn:out; [exfalso | reflexivity].
    apply existsb_exists in out as (s & in_out & in_s). apply in_map_iff in in_out as (part & <- & in_filter).
    apply filter_In in in_filter as (in_parts & out). destruct (known k c at_k) as (_ & right_sum).
    destruct (right_sum part in_parts in_s) as (start & [<-|[]] & _ & same). cbn in same. rewrite same in out.
    unfold is_out, is_right in *. destruct (m =? 0)%Z eqn:zero.
    - apply Z.ltb_lt in out. rewrite <- sums in out.
      pose proof (sum_least f c cards in_set) as least. enough (sum f cards <= f c)%Z by lia. apply least.
      intros d in_d. now apply Z.leb_le, right_card.
    - apply negb_true_iff, Z.eqb_neq in out. apply out, Z.mod_divide; [now apply Z.eqb_neq in zero|].
      rewrite <- sums. apply sum_divided. intros d in_d. apply Z.mod_divide; [now apply Z.eqb_neq in zero|].
      now apply Z.eqb_eq, right_card.
  Qed.

  (** *** The steps *)

  (** The invariant: a subproblem of the pile contains the set. *)
  Definition alive (st : state (set := set) (table := table)) : Prop :=
    match st with
    | Done => False
    | At t top pile later => good_tables t /\ Exists holds (top :: pile) \/ Exists good later
    end.

  Lemma next_alive : forall later, Exists good later -> alive (next o v board later).
  Proof.
    intros later some. destruct some as [g later is_good|g later some]; cbn; [left | now right].
    split; [now apply tables_good | constructor; apply is_good].
  Qed.

  Lemma pop_alive : forall t pile later, good_tables t /\ Exists holds pile \/ Exists good later ->
    alive (pop o v board t pile later).
  Proof.
    intros t [|top pile] later one; [|exact one]. apply next_alive.
    destruct one as [(_ & none)|]; [inversion none | easy].
  Qed.

  Lemma take_alive : forall st s st', alive st -> take o v board st s = Some st' -> alive st'.
  Proof.
    intros [|t top pile later] s st' one taken; [destruct one|]. cbn in taken.
    assert (forall top', good_tables t /\ (holds top -> holds top') \/ Exists good later ->
      alive (At t top' pile later)) as narrowed.
    { intros top' kept. destruct one as [(fine & some)|one]; [|now right].
      destruct kept as [(_ & kept)|one]; [left | now right]. split; [assumption|].
      inversion some; subst; [left; auto | now right]. }
    destruct s as [q|q|m weights].
    - unfold each_rivals in taken. destruct (PositiveMap.find _ (shows t)) as [shown|] eqn:found; [|discriminate].
      injection taken as <-. apply narrowed. destruct one as [(fine & _)|one]; [left | now right].
      split; [assumption|]. intros inside. destruct (fine _ _ found) as (_ & of_rivals).
      destruct (of_rivals top inside) as (r & in_each & without).
      apply holds_diff; [assumption|]. intros k c at_k in_set.
      rewrite mem_inter. apply andb_false_intro2. apply not_true_is_false. intros every.
      rewrite forallb_forall in every. specialize (every r in_each). now rewrite (without k c) in every.
    - unfold each_rivals in taken. destruct (PositiveMap.find _ (shows t)) as [shown|] eqn:found; [|discriminate].
      injection taken as <-. apply pop_alive. destruct one as [(fine & some)|one]; [left | now right].
      split; [assumption|]. apply Exists_app. inversion some as [? ? inside|? ? below]; subst; [left | now right].
      destruct (fine _ _ found) as (_ & of_rivals). destruct (of_rivals top inside) as (r & in_each & without).
      apply Exists_exists. exists (o.(diff) top r). split; [now apply in_map | now apply holds_diff].
    - destruct (weigh o t weights _) as [parts|] eqn:weighed; [|discriminate].
      destruct (forallb _ parts) eqn:all_right; [|discriminate]. injection taken as <-. apply narrowed.
      destruct one as [(fine & _)|one]; [left | now right]. split; [assumption|]. intros inside.
      now apply (holds_weighed t).
  Qed.

  Lemma take_all_alive : forall steps st st', alive st -> take_all o v board st steps = Some st' -> alive st'.
  Proof.
    induction steps as [|s steps IH]; cbn; intros st st' one taken; [now injection taken as <-|].
    destruct (take o v board st s) as [st''|] eqn:first; [|discriminate].
    apply (IH st''); [now apply (take_alive st s) | assumption].
  Qed.

  Lemma never_done : forall steps, take_all o v board (next o v board (groups o v p board)) steps <> Some Done.
  Proof.
    intros steps taken. apply take_all_alive in taken; [assumption|]. apply next_alive, Exists_exists.
    destruct good_group as (g & is_good & in_g). now exists g.
  Qed.
End Proof.

Lemma distinct_NoDup : forall cards, distinct cards = true -> NoDup cards.
Proof.
  induction cards as [|c l IH]; cbn; intros d; constructor; apply andb_prop in d as (new & d); [|now apply IH].
  destruct (in_dec (list_eq_dec N.eq_dec) c l); [discriminate | assumption].
Qed.

(** The checker is right with any sets that obey the laws. *)
Theorem check_sound_with : forall set table (o : ops set table) mem, laws o mem ->
  forall v p board steps, check o v p board steps = true -> no_set v p board.
Proof.
  intros set table o mem ok v p board steps checked. unfold check, start in checked.
  destruct (_ && _) eqn:right in checked; [|discriminate].
  assert (is_board v p board) as is_right.
  { apply andb_prop in right as (right & different). apply andb_prop in right as (two & deck).
    split; [now apply N.leb_le|]. split; [|now apply distinct_NoDup].
    apply Forall_forall. intros c in_board. rewrite forallb_forall in deck.
    specialize (deck c in_board). apply andb_prop in deck as (long & small). split; [now apply PeanoNat.Nat.eqb_eq|].
    apply Forall_forall. intros x in_c. rewrite forallb_forall in small. now apply N.ltb_lt, small. }
  split; [assumption|]. intros cards on_board a_set.
  apply (never_done o mem ok v p board is_right cards on_board a_set steps).
  destruct (take_all _ _ _ _ steps) as [[|]|]; easy.
Qed.

(** ** Sets made of truth values *)

(** A set is the list of whether each position is in it, and a table that of its entries. *)
Fixpoint pointwise (f : bool -> bool -> bool) (s t : list bool) : list bool :=
  match s, t with
  | [], _ => map (f false) t
  | _, [] => map (fun a => f a false) s
  | a :: s, b :: t => f a b :: pointwise f s t
  end.

Fixpoint tabulate_plain {A} (cards : list card) (f : card -> A) (group : list bool) : list (option A) :=
  match cards, group with
  | c :: cards, a :: group => (if a then Some (f c) else None) :: tabulate_plain cards f group
  | _, _ => []
  end.

Fixpoint select_plain {A} (entries : list (option A)) (s : list bool) : list A :=
  match entries, s with
  | Some e :: entries, true :: s => e :: select_plain entries s
  | _ :: entries, _ :: s => select_plain entries s
  | _, _ => []
  end.

Definition plain : ops (list bool) (list (option (list bool))) :=
  Ops _ _ (fun l => l) (pointwise andb) (pointwise (fun a b => a && negb b))
    (fun s => negb (existsb (fun a => a) s)) tabulate_plain select_plain.

Lemma nth_pointwise : forall f, f false false = false ->
  forall s t k, nth k (pointwise f s t) false = f (nth k s false) (nth k t false).
Proof.
  intros f none. induction s as [|a s IH]; intros [|b t] [|k]; cbn; auto.
  - now rewrite <- (map_nth (f false)), none.
  - now rewrite <- (map_nth (fun a => f a false)), none.
Qed.

Lemma plain_laws : laws plain (fun k s => nth k s false).
Proof.
  split; try (intros; cbn; now rewrite nth_pointwise); try easy.
  - cbn. intros k s. induction k as [|k IH] in s |- *; destruct s as [|[] s]; cbn in *; auto; discriminate.
  - cbn. intros k c cards f group s. induction k as [|k IH] in cards, group, s |- *.
    + destruct cards, group, s; cbn; try discriminate. intros [= ->] -> ->. now left.
    + destruct cards as [|d cards], group as [|a group], s as [|b s]; cbn; try discriminate. intros at_k in_group in_s.
      specialize (IH cards group s at_k in_group in_s). destruct a, b; [right| | |]; assumption.
Qed.

(** ** The theorem *)

Theorem check_sound : forall v p board steps, check plain v p board steps = true -> no_set v p board.
Proof. exact (check_sound_with _ _ plain _ plain_laws). Qed.

(** Cards that are a set, and a board that has none. *)
Example a_set : is_set 3 4 [[0; 1; 2; 0]; [0; 2; 0; 1]; [0; 0; 1; 2]].
Proof.
  repeat split; try (repeat constructor; cbn; intuition discriminate).
  intros [|[|[|[|i]]]] width; [left; exists 0; repeat constructor | right .. | lia];
    repeat constructor; cbn; intuition discriminate.
Qed.

Example a_board : no_set 3 2 [[0; 0]; [0; 1]; [1; 2]; [2; 2]].
Proof. apply (check_sound _ _ _ [Narrow 2; Branch 3]). reflexivity. Qed.

(** Two values of the first property go together with one of the second. *)
Example weights : no_set 3 2 [[0; 0]; [1; 0]; [2; 1]; [2; 2]].
Proof.
  apply (check_sound _ _ _ [Weigh 0 [(1%positive, 1%Z); (2%positive, 1%Z); (4%positive, (-1)%Z)]; Branch 1]).
  reflexivity.
Qed.
