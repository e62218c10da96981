# Checks the classes of hands in `tercet`, which a file of `--format gap` defines.
for class in tercet.classes do
  group := Group(class.generators, ());
  if Size(group) <> class.stabiliser or tercet.order <> Size(group) * class.hands
      or not ForAll(class.generators, g -> OnSets(Set(class.hand), g) = Set(class.hand))
      or not tercet.isWhole then
    Print("wrong: ", class, "\n");
  fi;
od;
Print("checked ", Length(tercet.classes), "\n");
