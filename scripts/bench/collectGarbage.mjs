import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Loaded into each measured server. SIGUSR2 collects garbage, so that the memory that is left belongs to open sockets.
 */
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc')
process.on('SIGUSR2', () => {
  // The second run returns memory that the first one emptied.
  collect()
  collect()
})
