import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Loaded into each server that is measured: SIGUSR2 lets go at once of what nobody holds any more, so that what is
 * left in memory is what the sockets keep, and not what opening them threw away.
 */
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc')
process.on('SIGUSR2', () => {
  // What the first time empties, the second gives back.
  collect()
  collect()
})
