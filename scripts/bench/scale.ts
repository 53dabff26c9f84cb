// How much longer one person's calls take in a database with a million notes, shares, comments and reads of others, and how much
// longer when they have much themselves. npm run bench scale
import { type Metric, reportMetrics } from './metrics.ts'
import { type ScaleCall, type ScaleCallName, scaleCalls } from './scaleCalls.ts'
import { compareLatency } from './scaleLatency.ts'
import { fillWithOthers } from './scaleOthers.ts'
import { type Amounts, FEW, makeOwner, type Owner } from './scaleOwner.ts'
import { startScaleWorld } from './scaleWorld.ts'

const RATIO_MAX = 1.2

/** What somebody has much of, and the calls that have to do with it. */
const MUCH: { name: string; amounts: Partial<Amounts>; calls: readonly ScaleCallName[] }[] = [
  {
    name: '1,000 topics',
    amounts: { topics: 1_000 },
    calls: ['topics', 'note list', 'new note'],
  },
  {
    name: '10,000 notes in a topic',
    amounts: { notes: 10_000 },
    calls: ['topics', 'note list', 'note', 'save a note', 'new note'],
  },
  {
    name: '1,000 rooms',
    amounts: { rooms: 1_000 },
    calls: ['hub list', 'unread', "a note's hubs", 'discussion', 'share a note'],
  },
  {
    name: '10,000 shares in a room',
    amounts: { shares: 10_000 },
    calls: ['hub list', 'discussion', 'unread', 'note', 'comments', 'share a note', 'comment'],
  },
  {
    name: '10,000 shares in a room, none read',
    amounts: { shares: 10_000, unread: 10_000 },
    calls: ['hub list', 'discussion', 'unread', 'share a note'],
  },
  {
    name: '500 comments under a note',
    amounts: { comments: 500 },
    calls: ['discussion', 'comments', 'comment', 'save a note'],
  },
]

const startedAt = performance.now()
const small = await startScaleWorld(async () => {})
try {
  const large = await startScaleWorld(fillWithOthers)
  tell('a million of others are there')
  try {
    const alone = await makeOwner(small, 'owner', FEW)
    const amongOthers = await makeOwner(large, 'owner', FEW)
    const rich: Owner[] = []
    for (const [place, { amounts }] of MUCH.entries())
      rich.push(await makeOwner(large, `rich${place}`, { ...FEW, ...amounts }))
    await small.settle()
    await large.settle()

    const metrics: Metric[] = []
    for (const [name, call] of Object.entries(scaleCalls))
      metrics.push(...(await compared(`${name}, among a million`, call, alone, amongOthers)))
    tell('measured among a million')
    for (const [place, { name, calls }] of MUCH.entries()) {
      const owner = rich[place]
      if (owner === undefined) continue
      for (const call of calls)
        metrics.push(...(await compared(`${call}, ${name}`, scaleCalls[call], amongOthers, owner)))
    }
    tell('measured with much of one’s own')
    await reportMetrics('scale', metrics)
  } finally {
    await large.stop()
  }
} finally {
  await small.stop()
}

/** Where the node keeps what it reads, once more with nothing kept. */
async function compared(name: string, call: ScaleCall, few: Owner, many: Owner): Promise<Metric[]> {
  const metrics = await metricsOf(name, call, few, many, { isRoomChanged: false })
  if (!call.isKept) return metrics
  return [...metrics, ...(await metricsOf(`${name}, room changed`, call, few, many, { isRoomChanged: true }))]
}

async function metricsOf(
  name: string,
  call: ScaleCall,
  few: Owner,
  many: Owner,
  how: { isRoomChanged: boolean },
): Promise<Metric[]> {
  const { fewMs, manyMs } = await compareLatency(call, few, many, how)
  return [
    { name, value: manyMs / fewMs, unit: 'x', atMost: RATIO_MAX },
    { name: `${name}, p50`, value: manyMs, unit: 'ms' },
  ]
}

function tell(what: string): void {
  console.log(`${what} after ${Math.round((performance.now() - startedAt) / 1000)} s`)
}
