import type { Connection } from 'mongoose'
import type { Metrics } from './metrics.ts'

/**
 * Counts what is sent to the database. Each command takes a connection from the pool and gives it back, which the driver tells
 * in any case; command monitoring, which tells more, costs more than many a command.
 */
export function countOperations(mongo: Connection, metrics: Metrics): void {
  mongo
    .getClient()
    .on('connectionCheckedOut', () => {
      metrics.operations += 1
      metrics.operationsUnderWay += 1
    })
    .on('connectionCheckedIn', () => {
      metrics.operationsUnderWay -= 1
    })
}
