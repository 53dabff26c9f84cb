// A million people on paper, from sizes and costs measured here. npm run capacity

import { fillWithOthers } from './bench/scaleOthers.ts'
import { startScaleWorld } from './bench/scaleWorld.ts'
import { OWNS } from './capacity/assumptions.ts'
import { measureNode } from './capacity/node.ts'
import { reportOf } from './capacity/report.ts'
import { measureStored } from './capacity/stored.ts'

/** Enough that averages hold: a hundred thousand of each. */
const PEOPLE_MEASURED = 1_000

const world = await startScaleWorld(mongo => fillWithOthers(mongo, PEOPLE_MEASURED))
try {
  await world.settle()
  const stored = await measureStored(world.mongo, Object.keys(OWNS))
  console.log(reportOf(stored, await measureNode(world)).join('\n'))
} finally {
  await world.stop()
}
