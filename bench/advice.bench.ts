// Reliability of the forecast: fifty fleets of twenty nodes run through six hours of virtual time with garbage
// collection, leaks, noise and bursts; every alert is compared with the node's actual use, and every crossing of 90%
// with the alerts before it. Then a plan is carried out in each fleet, and the nodes that received pods are observed
// for half an hour. Also measures the cost of a forecast.
import { rehearseForecast } from '../packages/cluster-rules/test/rehearse-forecast.ts';
import { rehearsePlan } from '../packages/cluster-rules/test/rehearse-plan.ts';
import { reportMeasurements } from './measurement.ts';

const FLEETS = 50;
const NODES = 20;
const HOURS = 6;

const began = performance.now();
const scores = Array.from({ length: FLEETS }, (_, at) => rehearseForecast(at + 1, NODES, HOURS));
const tookMs = performance.now() - began;
const plans = Array.from({ length: FLEETS }, (_, at) => rehearsePlan(at + 1, NODES));

const sum = <Item>(items: readonly Item[], value: (item: Item) => number) =>
  items.reduce((total, item) => total + value(item), 0);
const total = (value: (score: (typeof scores)[number]) => number) => sum(scores, value);
const alerts = total((score) => score.alerts);
const cameTrue = total((score) => score.cameTrue);
const crossings = total((score) => score.crossings);
const leads = scores.flatMap((score) => score.leadMinutes).sort((a, b) => a - b);
reportMeasurements('advice', {
  precision: rounded(cameTrue / alerts),
  recall: rounded(total((score) => score.foreseen) / crossings),
  alerts,
  crossings,
  withinToldRange: rounded(total((score) => score.withinRange) / cameTrue),
  leadMinutesMedian: rounded(leads[Math.floor(leads.length / 2)] ?? 0),
  leadMinutesWorstTenth: rounded(leads[Math.floor(leads.length / 10)] ?? 0),
  nodesEmptied: sum(plans, (plan) => plan.emptied),
  podsMoved: sum(plans, (plan) => plan.moves),
  nodesThatTookPods: sum(plans, (plan) => plan.targets),
  nodesHarmed: sum(plans, (plan) => plan.harmed - plan.harmedByNewLeaks),
  nodesHarmedByNewLeaks: sum(plans, (plan) => plan.harmedByNewLeaks),
  msPerNodeAndHour: rounded(tookMs / (FLEETS * NODES * HOURS)),
});

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
