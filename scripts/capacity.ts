// Estimates the resources for a million users from measured sizes and costs. npm run capacity

import { insertOtherUsers } from './bench/scaleOtherUsers.ts'
import { startScaleServer } from './bench/scaleServer.ts'
import { OWNS } from './capacity/assumptions.ts'
import { measureNode } from './capacity/node.ts'
import { reportOf } from './capacity/report.ts'
import { measureStorage } from './capacity/storage.ts'

/** Enough for stable averages: a hundred thousand documents of each kind. */
const MEASURED_USERS = 1_000

const server = await startScaleServer(mongo => insertOtherUsers(mongo, MEASURED_USERS))
try {
  await server.flush()
  const stored = await measureStorage(server.mongo, Object.keys(OWNS))
  console.log(reportOf(stored, await measureNode(server)).join('\n'))
} finally {
  await server.stop()
}
