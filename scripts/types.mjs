// npm run types: checks the types of all files.
import { failedChecks, types } from './lib/checks.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { stopChildrenOnSignal } from './lib/processes.mjs'
import { exitWithError } from './lib/project.mjs'

stopChildrenOnSignal()
await ensureInstalled({ dev: true })
if ((await failedChecks(types)).length > 0) exitWithError('위의 줄을 고쳐 주세요.')
