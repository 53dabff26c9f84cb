// Compares one user's calls in an empty database with those among a million notes, shares, comments and reads of other users, and
// with those of a user who has much data. npm run bench scale
import { type Metric, reportMetrics } from './metrics.ts'
import { type ScaleCall, type ScaleCallName, scaleCalls } from './scaleCalls.ts'
import { compareLatency } from './scaleLatency.ts'
import { insertOtherUsers } from './scaleOtherUsers.ts'
import { type Amounts, createOwner, FEW, type Owner } from './scaleOwner.ts'
import { startScaleServer } from './scaleServer.ts'

const RATIO_MAX = 1.2

/** Large amounts of one user's data, and the calls that depend on them. */
const LARGE_AMOUNTS: { name: string; amounts: Partial<Amounts>; calls: readonly ScaleCallName[] }[] = [
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
const small = await startScaleServer(async () => {})
try {
  const large = await startScaleServer(insertOtherUsers)
  logProgress('inserted a million documents of other users')
  try {
    const alone = await createOwner(small, 'owner', FEW)
    const amongOthers = await createOwner(large, 'owner', FEW)
    const rich: Owner[] = []
    for (const [place, { amounts }] of LARGE_AMOUNTS.entries())
      rich.push(await createOwner(large, `rich${place}`, { ...FEW, ...amounts }))
    await small.flush()
    await large.flush()

    const metrics: Metric[] = []
    for (const [name, call] of Object.entries(scaleCalls))
      metrics.push(...(await compared(`${name}, among a million`, call, alone, amongOthers)))
    logProgress('measured among a million')
    for (const [place, { name, calls }] of LARGE_AMOUNTS.entries()) {
      const owner = rich[place]
      if (owner === undefined) continue
      for (const call of calls)
        metrics.push(...(await compared(`${call}, ${name}`, scaleCalls[call], amongOthers, owner)))
    }
    logProgress('measured large amounts of own data')
    await reportMetrics('scale', metrics)
  } finally {
    await large.stop()
  }
} finally {
  await small.stop()
}

/** Measures a cached call once more with an invalidated cache. */
async function compared(name: string, call: ScaleCall, few: Owner, many: Owner): Promise<Metric[]> {
  const metrics = await metricsOf(name, call, few, many, { isHubChanged: false })
  if (!call.isCached) return metrics
  return [...metrics, ...(await metricsOf(`${name}, hub changed`, call, few, many, { isHubChanged: true }))]
}

async function metricsOf(
  name: string,
  call: ScaleCall,
  few: Owner,
  many: Owner,
  how: { isHubChanged: boolean },
): Promise<Metric[]> {
  const { fewMs, manyMs } = await compareLatency(call, few, many, how)
  return [
    { name, value: manyMs / fewMs, unit: 'x', atMost: RATIO_MAX },
    { name: `${name}, p50`, value: manyMs, unit: 'ms' },
  ]
}

function logProgress(what: string): void {
  console.log(`${what} after ${Math.round((performance.now() - startedAt) / 1000)} s`)
}
