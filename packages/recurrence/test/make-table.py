"""Makes recurrences.tsv.gz: python-dateutil's occurrences of random rules, for our tests. It shares no code with what is tested.

    python3 packages/recurrence/test/make-table.py        (python-dateutil 2.9, Python 3.11 with zone data)

THE GRAMMAR. Each row draws, with a fixed seed:
  zone      one of the 40 below
  start     a day of 2016 to 2024; in half of the rows within a week of a change of the zone's clocks, half of those at an hour that is skipped or comes twice
  FREQ      DAILY, WEEKLY, MONTHLY or YEARLY
  INTERVAL  1, or up to 6 (90 for days)
  BY…       DAILY: nothing, BYDAY, BYMONTH, BYMONTHDAY or BYHOUR × BYMINUTE
            WEEKLY: nothing, BYDAY, BYDAY with BYSETPOS from the end, or BYHOUR, each with WKST or not. (Positions from the beginning of a week are left out: of the
            week that the start is in, dateutil counts from the start, and RFC 5545 from the week's beginning. A test beside the library's has them.)
            MONTHLY: nothing, BYMONTHDAY (1 to 31, -1 to -3, up to three), nth BYDAY (1 to 5, -1 to -5), BYDAY with BYSETPOS, or BYDAY with BYMONTHDAY
            YEARLY: nothing, BYMONTH, BYMONTH with BYMONTHDAY, BYMONTH with nth BYDAY, nth BYDAY of the year, BYYEARDAY, or BYWEEKNO with BYDAY
  end       none, COUNT or UNTIL (the end of a day)
  EXDATE    in a third of the rows, up to three of the occurrences
  edit      in a third of the rows one of: MOVE of one occurrence to another wall-clock time; FOLLOW: from one occurrence on another time of day

THE RULE for hours. The occurrences are expanded as wall-clock times without a zone; then each is an instant: one that is skipped moves forward by the gap,
of one that comes twice the first counts. That is `fold=0` of Python's zones. None is dropped, and none moves another.

A line: zone, start, rule, exceptions, edit, instants. Instants are minutes since 1970: the first whole, then each as the difference from the one before
(in the order of the wall-clock times). Everything lies before 2026, so that zone data of any later year tells the same.
"""

import gzip
import random
import warnings
from datetime import datetime, timedelta, timezone
from itertools import islice
from pathlib import Path
from zoneinfo import ZoneInfo

from dateutil.rrule import rrulestr

ROWS = 21_000
MOST = 10
END = datetime(2026, 1, 1)
SEED = 20261122
ZONES = """Australia/Lord_Howe Africa/Casablanca America/Santiago Europe/London Europe/Berlin Europe/Madrid Europe/Lisbon Europe/Dublin Europe/Athens
Europe/Bucharest Atlantic/Azores America/New_York America/Chicago America/Denver America/Los_Angeles America/St_Johns America/Havana America/Halifax
America/Asuncion America/Sao_Paulo America/Mexico_City America/Bogota America/Argentina/Buenos_Aires America/Nuuk America/Caracas Pacific/Easter
Pacific/Auckland Pacific/Chatham Pacific/Apia Pacific/Norfolk Australia/Sydney Australia/Adelaide Asia/Jerusalem Asia/Beirut Asia/Gaza Asia/Tehran
Asia/Amman Asia/Kolkata Asia/Tokyo Antarctica/Troll""".split()
# Limits for a rule with COUNT, and our planning limit.
warnings.simplefilter("ignore", DeprecationWarning)
DAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
draw = random.Random(SEED)
EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)


def changes_of(zone: ZoneInfo) -> list[datetime]:
    """The wall-clock times just before the zone's clock changes, 2016 to 2024."""
    found = []
    at = datetime(2016, 1, 1, tzinfo=timezone.utc)
    while at.year < 2025:
        after = at + timedelta(hours=1)
        if at.astimezone(zone).utcoffset() != after.astimezone(zone).utcoffset():
            found.append(after.astimezone(zone).replace(tzinfo=None, minute=0, fold=0))
        at = after
    return found


CHANGES = {zone: changes_of(ZoneInfo(zone)) for zone in ZONES}


def some(values, most: int) -> list:
    return sorted(draw.sample(list(values), draw.randint(1, most)))


def listed(values) -> str:
    return ",".join(str(value) for value in values)


def a_start(zone: str) -> datetime:
    day = datetime(2016, 1, 1) + timedelta(days=draw.randrange(9 * 365))
    minute = draw.choice([0, 0, 15, 30, 45])
    changes = CHANGES[zone]
    if not changes or draw.random() < 0.5:
        return day.replace(hour=draw.randrange(24), minute=minute)
    change = draw.choice(changes)
    day = change - timedelta(days=draw.randrange(8))
    if draw.random() < 0.5:
        return day.replace(hour=(change.hour + draw.choice([-2, -1, 0, 0, 1])) % 24, minute=minute)
    return day.replace(hour=draw.randrange(24), minute=minute)


def weekdays(most: int) -> str:
    chosen = draw.sample(DAYS, draw.randint(1, most))
    return listed(day for day in DAYS if day in chosen)


def nth_days(last: int, most: int) -> str:
    places = [place for place in range(-last, last + 1) if place]
    return listed(sorted({f"{draw.choice(places)}{draw.choice(DAYS)}" for _ in range(draw.randint(1, most))}))


def month_days() -> str:
    return listed(some([*range(1, 32), -1, -1, -1, -2, -3, 29, 30, 31], 3))


def times() -> list[str]:
    return [f"BYHOUR={listed(some(range(24), 3))}", f"BYMINUTE={listed(some([0, 15, 30, 45], 2))}"]


def by_parts(frequency: str) -> list[str]:
    if frequency == "DAILY":
        return draw.choice(
            [
                lambda: [],
                lambda: [f"BYDAY={weekdays(5)}"],
                lambda: [f"BYMONTH={listed(some(range(1, 13), 6))}"],
                lambda: [f"BYMONTHDAY={month_days()}"],
                times,
            ]
        )()
    if frequency == "WEEKLY":
        week_start = draw.choice([[], [], ["WKST=SU"], ["WKST=SA"]])
        return week_start + draw.choice(
            [
                lambda: [],
                lambda: [f"BYDAY={weekdays(5)}"],
                lambda: [f"BYDAY={weekdays(5)}", f"BYSETPOS={draw.choice([-1, -1, -2])}"],
                lambda: [f"BYDAY={weekdays(3)}", *times()],
            ]
        )()
    if frequency == "MONTHLY":
        return draw.choice(
            [
                lambda: [],
                lambda: [f"BYMONTHDAY={month_days()}"],
                lambda: [f"BYDAY={nth_days(5, 2)}"],
                lambda: [f"BYDAY={weekdays(5)}", f"BYSETPOS={listed(some([1, 2, 3, -1, -2], 2))}"],
                lambda: [f"BYDAY={weekdays(3)}", f"BYMONTHDAY={month_days()}"],
            ]
        )()
    return draw.choice(
        [
            lambda: [],
            lambda: [f"BYMONTH={listed(some(range(1, 13), 4))}"],
            lambda: [f"BYMONTH={listed(some(range(1, 13), 4))}", f"BYMONTHDAY={month_days()}"],
            lambda: [f"BYMONTH={listed(some(range(1, 13), 3))}", f"BYDAY={nth_days(4, 2)}"],
            lambda: [f"BYDAY={nth_days(50, 2)}"],
            lambda: [f"BYYEARDAY={listed(some([*range(1, 367), -1, -100], 4))}"],
            lambda: [f"BYWEEKNO={listed(some([*range(2, 52)], 3))}", f"BYDAY={weekdays(3)}"],
        ]
    )()


def a_rule(start: datetime) -> str:
    frequency = draw.choice(["DAILY", "WEEKLY", "MONTHLY", "MONTHLY", "YEARLY"])
    parts = [f"FREQ={frequency}"]
    if draw.random() < 0.4:
        parts.append(f"INTERVAL={draw.randint(2, 90 if frequency == 'DAILY' and draw.random() < 0.3 else 6)}")
    parts += by_parts(frequency)
    end = draw.random()
    if end < 0.3:
        parts.append(f"COUNT={draw.randint(1, 14)}")
    elif end < 0.5:
        parts.append(f"UNTIL={start + timedelta(days=draw.randint(1, 900)):%Y%m%dT235959}")
    return ";".join(parts)


def minute_of(wall: datetime, zone: ZoneInfo) -> int:
    instant = wall.replace(tzinfo=zone, fold=0).astimezone(timezone.utc)
    return int((instant - EPOCH).total_seconds()) // 60


def shown(wall: datetime) -> str:
    return f"{wall:%Y-%m-%dT%H:%M}"


def expanded(rule: str, start: datetime) -> list[datetime]:
    read = rrulestr(rule, dtstart=start)
    return list(islice(read if "UNTIL" in rule else read.replace(until=END - timedelta(minutes=1)), MOST + 3))


def a_row() -> str:
    zone = draw.choice(ZONES)
    start = a_start(zone)
    rule = a_rule(start)
    walls = [wall for wall in expanded(rule, start) if wall < END]
    exceptions: list[datetime] = []
    edit = ""
    if walls and draw.random() < 1 / 3:
        exceptions = sorted(draw.sample(walls, min(len(walls), draw.randint(1, 3))))
    kept = [(wall, wall) for wall in walls if wall not in exceptions]
    change = draw.random()
    if kept and change < 1 / 6:
        slot = draw.choice(kept[:MOST])[0]
        to = slot + timedelta(minutes=15 * draw.randint(-60, 200))
        edit = f"MOVE {shown(slot)} {shown(to)}"
        kept = [(wall, to if wall == slot else due) for wall, due in kept]
    elif kept and change < 1 / 3 and "BYHOUR" not in rule:
        slot = draw.choice(kept[:MOST])[0]
        time = {"hour": draw.randrange(24), "minute": draw.choice([0, 30])}
        edit = f"FOLLOW {shown(slot)} {shown(slot.replace(**time))}"
        kept = [(wall, due if wall < slot else due.replace(**time)) for wall, due in kept]
    minutes = [minute_of(due, ZoneInfo(zone)) for _, due in kept[:MOST]]
    deltas = [one - before for before, one in zip([0, *minutes], minutes)]
    return "\t".join([zone, shown(start), rule, " ".join(map(shown, exceptions)), edit, " ".join(map(str, deltas))])


rows = [a_row() for _ in range(ROWS)]
text = "\n".join(rows) + "\n"
path = Path(__file__).with_name("recurrences.tsv.gz")
path.write_bytes(gzip.compress(text.encode(), compresslevel=9, mtime=0))
print(f"{len(rows)} rows, {len(set(row.split(chr(9))[0] for row in rows))} zones, {path.stat().st_size} bytes")
