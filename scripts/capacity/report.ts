import * as assumptions from './assumptions.ts'
import type { NodeCosts } from './node.ts'
import type { CollectionSize } from './storage.ts'

const GB = 1e9

/** Lines of a Markdown report on the resources for a million users, from measurements and assumptions. */
export function reportOf(stored: Record<string, CollectionSize>, costs: NodeCosts): string[] {
  const rows = Object.entries(assumptions.OWNS).map(([name, each]) => {
    const count = each * assumptions.PEOPLE
    const { document = 0, disk = 0, indexes = 0 } = stored[name] ?? {}
    return {
      name,
      count,
      document,
      bytes: count * document,
      disk: count * disk,
      indexes: count * indexes,
      each: indexes,
    }
  })
  const sum = (of: 'count' | 'bytes' | 'disk' | 'indexes') => rows.reduce((total, row) => total + row[of], 0)

  const tabs = assumptions.TABS_AT_ONCE
  const rates = {
    reads: tabs * assumptions.READS_A_TAB,
    saves: tabs * assumptions.SAVES_A_TAB,
    events: tabs * assumptions.EVENTS_A_TAB,
    deliveries: tabs * assumptions.EVENTS_A_TAB * assumptions.RECEIVED_BY,
  }
  // The call of an event costs as much as a save.
  const saves = rates.saves + rates.events
  const nodeProcessors =
    rates.reads * costs.read.node + saves * costs.save.node + rates.deliveries * costs.delivery
  const engineProcessors = rates.reads * costs.read.engine + saves * costs.save.engine
  const nodes = Math.ceil(nodeProcessors / assumptions.USED) + assumptions.SPARE_NODES
  const cores = Math.ceil(engineProcessors / assumptions.USED)
  const cacheGb = (sum('indexes') + sum('bytes') * assumptions.HOT_DOCUMENTS) / GB
  const pictures = assumptions.PICTURES.each * assumptions.PEOPLE
  const picturesGb = (pictures * assumptions.PICTURES.bytes) / GB
  const diskGb = (sum('disk') + sum('indexes')) / GB + picturesGb
  // MongoDB's cache is about half of a server's memory.
  const memoryGb = cacheGb * 2
  const { processor, gigabyteOfMemory, gigabyteOfDisk } = assumptions.PRICES
  const dollars =
    nodes * (processor + gigabyteOfMemory) +
    assumptions.COPIES * (cores * processor + memoryGb * gigabyteOfMemory + diskGb * 2 * gigabyteOfDisk)

  return [
    '| collection | documents | bytes each | index bytes each | data | indexes |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows.map(
      row =>
        `| ${row.name} | ${millions(row.count)} | ${row.document.toFixed(0)} | ${row.each.toFixed(0)} | ${gb(row.bytes)} | ${gb(row.indexes)} |`,
    ),
    `| together | ${millions(sum('count'))} | | | ${gb(sum('bytes'))} (${gb(sum('disk'))} on the disk) | ${gb(sum('indexes'))} |`,
    `| pictures | ${millions(pictures)} | ${assumptions.PICTURES.bytes}, a guess | | ${picturesGb.toFixed(1)} GB | |`,
    '',
    '| at the busiest moment | |',
    '| --- | --- |',
    `| tabs | ${tabs.toFixed(0)}, ${(tabs / nodes).toFixed(0)} a node |`,
    `| reads, saves, events, deliveries a second | ${[rates.reads, rates.saves, rates.events, rates.deliveries].map(rate => rate.toFixed(0)).join(', ')} |`,
    `| a read | ${ms(costs.read.node)} of a node, ${ms(costs.read.engine)} of the engine |`,
    `| a save | ${ms(costs.save.node)} of a node, ${ms(costs.save.engine)} of the engine |`,
    `| an event to one tab, and a tab that is open | ${ms(costs.delivery)}, ${(costs.socketBytes / 1_000).toFixed(0)} kB |`,
    `| nodes | ${nodes}, for ${nodeProcessors.toFixed(1)} processors of work and ${assumptions.SPARE_NODES} that may be away |`,
    `| a primary's processors | ${cores}, for ${engineProcessors.toFixed(1)} of work |`,
    `| its cache, and its disk | ${cacheGb.toFixed(0)} GB, ${diskGb.toFixed(0)} GB |`,
    `| Redis | ${rates.events.toFixed(0)} messages a second to each of ${nodes} nodes |`,
    `| about, a month | ${Math.round(dollars / 10) * 10} US dollars |`,
  ]
}

const millions = (count: number) => `${count / 1e6} million`
const gb = (bytes: number) => `${(bytes / GB).toFixed(1)} GB`
const ms = (seconds: number) => `${(seconds * 1_000).toPrecision(2)} ms`
