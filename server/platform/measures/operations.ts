import type { Connection } from 'mongoose'
import type { Measures } from './measures.ts'

/**
 * Counts what is sent to the database. Each command takes a connection from the pool and gives it back, which the driver tells
 * in any case; command monitoring, which tells more, costs more than many a command.
 */
export function countOperations(mongo: Connection, measures: Measures): void {
  mongo
    .getClient()
    .on('connectionCheckedOut', () => {
      measures.operations += 1
      measures.operationsUnderWay += 1
    })
    .on('connectionCheckedIn', () => {
      measures.operationsUnderWay -= 1
    })
}
