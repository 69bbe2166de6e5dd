"""The English on cards, heroes, nemeses and story cards, generated from their records (`sentences` tells the programs).

Icons are written ``[samurai]`` and ``[ninja]``. A text has one line for each skill, passive effect and modifier.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from ..core.phrases import count
from .cards import Action, Card, DaimyoContent, Equip, Modifier, MonCard, Pays, Skill, Trigger
from .sentences import (
    PAID,
    Teller,
    capital,
    card_noun,
    icon,
    listed,
    sentence,
    spaced,
    third_person,
    with_article,
)

INTERRUPTED = {
    "start_duel": "another player starts a duel",
    "loot": "another player loots",
    "deploy": "another player deploys a card",
    "purchase": "another player purchases a card or hero",
    "reveal": "a hero or nemesis is revealed in the turn of another player",
    "end_phase": "the end phase of another player begins",
}
ANY_CARD, ANYTHING = "card", "card or hero"
ABOUT = {
    "deploy": ("deploy", ANY_CARD),
    "discard": ("discard", ANY_CARD),
    "return": ("return", ANY_CARD),
    "sell": ("sell", ANY_CARD),
    "purchase": ("purchase", ANYTHING),
    "trade": ("trade", "treasure or regalia"),
    "loot": ("loot", "treasure or regalia"),
    "exhaust": ("exhaust", ANYTHING),
    "cleanse": ("cleanse", ANY_CARD),
    "reveal": ("reveal", "hero or nemesis"),
}
"""Events in which somebody does something to something: the verb, and what it is about if the trigger does not ask."""
PLAIN = {
    "draw": ("draw", "an extra card"),
    "gain_mon": ("gain", "1 mon"),
    "start_duel": ("start", "a duel"),
    "win_duel": ("win", "a duel"),
    "refresh": ("refresh", "reinforcements or heroes"),
    "petals": ("remove", "a petal"),
    "nemesis_beaten": ("defeat", "a nemesis"),
}
PHASES = {"main_phase": "main phase", "end_phase": "end phase"}
SUBJECTS = {
    "own": ("you", "your"),
    "others": ("another player", "another player's"),
    "any": ("a player", "a player's"),
}
ORDINALS = {1: "1st", 2: "2nd", 3: "3rd"}


# ---- cards ----------------------------------------------------------------------------------------------------------
def card_text(content: DaimyoContent, key: str) -> str:
    """The text of a mon card, reinforcement, treasure or regalia: bonuses, equipment, skills."""
    for table in (content.mon, content.reinforcements, content.treasures, content.regalia):
        if key in table:
            return "\n".join(_card_lines(table[key]))
    raise KeyError(key)


def _card_lines(card: Card | MonCard) -> Iterable[str]:
    if isinstance(card, MonCard):
        yield f"Worth {card.mon} mon."
        return
    bonuses = (
        (card.draw, "card", "cards"),
        (card.mon, "mon", "mon"),
        (card.deployments, "deployment", "deployments"),
        (card.trade_points, "trade point", "trade points"),
    )
    given = [f"+{count(n, one, many)}" for n, one, many in bonuses if n]
    if given:
        yield f"{', '.join(given)}."
    if card.equip is not None:
        yield equip_text(card.equip)
    for skill in card.skills:
        yield skill_text(skill)


def equip_text(equip: Equip) -> str:
    """What equipment does."""
    return f"{icon(equip.icon)}Equip: {listed(_for_a_hero(equip.modifiers, 'the hero'))}."


def skill_text(skill: Skill) -> str:
    """One skill of a card."""
    teller = Teller()
    told = teller.offered(skill.do) if skill.may else teller.sentences(skill.do)
    match skill.on:
        case "deploy":
            text = capital(told)
        case "discard" | "return":
            text = f"{capital(skill.on)}: {told}"
        case "duel":
            text = f"(duel) {capital(told)}"
        case _:
            text = f"Interrupt, {skill.cost} when {INTERRUPTED[skill.event or '']}: {told}"
    return f"{icon(skill.icon)}{text}"


# ---- characters and story cards -------------------------------------------------------------------------------------
def hero_text(content: DaimyoContent, key: str) -> str:
    """Loot conditions, passive skills, modifiers and action of a hero, and what she becomes."""
    hero = content.heroes[key]
    lines = [f"Loot: {trigger_text(trigger)}" for trigger in hero.loot]
    lines += [capital(trigger_text(trigger)) for trigger in hero.passive]
    always = [one for one in hero.modifiers if not one.active]
    while_active = [one for one in hero.modifiers if one.active]
    lines += [sentence(told) for told in _for_a_hero(always)]
    lines += [f"While she is active, {told}." for told in _for_a_hero(while_active)]
    if hero.action is not None:
        lines.append(action_text(hero.action))
    if hero.other_form is not None:
        lines.append(_other_form(content, hero.other_form))
    return "\n".join(lines)


def nemesis_text(content: DaimyoContent, key: str) -> str:
    """Reveal skill, passive skills, modifiers and reward of a nemesis."""
    nemesis = content.nemeses[key]
    lines = [f"When revealed: {Teller().sentences(nemesis.reveal)}"] if nemesis.reveal else []
    lines += _for_everyone(nemesis.passive, nemesis.modifiers)
    return "\n".join([*lines, f"Reward: {Teller().sentences(nemesis.reward)}"])


def story_text(content: DaimyoContent, key: str) -> str:
    """Both faces of a story card, each with its title."""
    faces = content.stories[key].faces
    return "\n".join(line for face in faces for line in (face.title, *_for_everyone(face.triggers, face.modifiers)))


def action_text(action: Action) -> str:
    """A skill that is activated."""
    often = "Once a turn" if action.uses == 1 else f"Up to {action.uses} times a turn"
    active = ["while she is active"] if action.active else []
    head = ", ".join([often, *active, *_cost(action.pays)])
    return f"{head}: {Teller(PAID if action.pays.discard else None).sentences(action.do)}"


def _cost(pays: Pays) -> list[str]:
    costs = [f"pay {pays.mon} mon"] if pays.mon else []
    costs += [f"spend {count(pays.trade_points, 'trade point')}"] if pays.trade_points else []
    costs += [f"discard {count(pays.discard, *card_noun(pays.kind, pays.class_))}"] if pays.discard else []
    costs += ["exhaust her"] if pays.exhaust else []
    return [listed(costs)] if costs else []


def _other_form(content: DaimyoContent, key: str) -> str:
    name = content.heroes[key].name
    number = count(content.rules.treasures_for_setsuko, "treasure or regalia", "treasures or regalia")
    cards = [*content.treasures.values(), *content.regalia.values()]
    changing = [card.name for card in cards if card.changes_setsuko]
    by_card = f" or {' or '.join(changing)}" if changing else ""
    return f"When you have returned {number} in this game{by_card}, she becomes {name}."


# ---- triggers -------------------------------------------------------------------------------------------------------
def trigger_text(trigger: Trigger, whose: str = "") -> str:
    """What happens when something happens; ``whose`` in place of the trigger's own."""
    head = f"when {_event(trigger, whose or trigger.whose)}"
    if trigger.nth is not None:
        head += f" for the {ordinal(trigger.nth)} time in a turn"
    elif trigger.limit is not None:
        head += f" (at most {'once' if trigger.limit == 1 else f'{trigger.limit} times'} a turn)"
    return f"{head}, {Teller().sentences(trigger.do)}"


def ordinal(n: int) -> str:
    """A number as an ordinal: 1st, 2nd … 20th."""
    return ORDINALS.get(n, f"{n}th")


def _event(trigger: Trigger, whose: str) -> str:
    """An event as a clause: "you discard a ninja card"."""
    event = trigger.event
    subject, possessive = SUBJECTS[whose]
    if event in ABOUT:
        verb, anything = ABOUT[event]
        verb = verb if whose == "own" else third_person(verb)
        return f"{subject} {verb} {with_article(_about(trigger, anything))}"
    if event in PHASES:
        return f"{possessive} {PHASES[event]} begins"
    if event == "attacked":
        return f"a hero of {'yours' if whose == 'own' else subject} is attacked"
    if event == "recover":
        owner = "yours" if whose == "own" else subject
        return f"{with_article(_about(trigger, ANYTHING))} of {owner} recovers"
    verb, rest = PLAIN[event]
    if event == "nemesis_beaten":
        rest = f"a {spaced(trigger.class_, 'nemesis')}"
    return f"{subject} {verb if whose == 'own' else third_person(verb)} {rest}"


def _about(trigger: Trigger, anything: str) -> str:
    return spaced(trigger.class_, trigger.kind or anything)


# ---- modifiers ------------------------------------------------------------------------------------------------------
def _for_everyone(triggers: list[Trigger], modifiers: list[Modifier]) -> list[str]:
    """Effects of nemeses and story cards: who acts is "you"."""
    told = [f"For each player: {trigger_text(trigger, 'own')}" for trigger in triggers]
    changed = _modifier_sentences(modifiers, "each hero", "the hand size of each player", "each turn", "")
    return [*told, *map(sentence, changed)]


def _for_a_hero(modifiers: list[Modifier], hero: str = "she") -> list[str]:
    """Modifiers of a hero or of her equipment."""
    return _modifier_sentences(modifiers, hero, "your hand size", "your turn", "you ")


def _modifier_sentences(modifiers: list[Modifier], hero: str, hand_size: str, turn: str, to: str) -> list[str]:
    """Sentences about what is changed, without their ends; the other arguments say whose numbers these are."""
    by = Counter[str]()
    for modifier in modifiers:
        by[modifier.stat] += modifier.n
    told = []
    values = [f"{_signed(by[stat])} {stat.upper()}" for stat in ("atk", "def") if stat in by]
    if values:
        told.append(f"{hero} has {listed(values)}")
    if "hand_size" in by:
        told.append(f"{hand_size} is {abs(by['hand_size'])} {'higher' if by['hand_size'] > 0 else 'lower'}")
    nouns = {"deployments": "deployment", "trade_points": "trade point", "mon": "mon"}
    begun = [f"{_signed(by[stat])} {_plural(by[stat], noun)}" for stat, noun in nouns.items() if stat in by]
    if begun:
        told.append(f"{turn} begins with {listed(begun)}")
    changed = {"reinforcement_cost": "reinforcements cost", "hero_cost": "heroes cost", "sell": "each card sold brings"}
    for stat, words in changed.items():
        if stat in by:
            told.append(f"{words} {to}{abs(by[stat])} mon {'more' if by[stat] > 0 else 'less'}")
    return told


def _signed(n: int) -> str:
    return f"{n:+d}".replace("-", "−")


def _plural(n: int, noun: str) -> str:
    return noun if abs(n) == 1 or noun == "mon" else f"{noun}s"
