// npm run lint: checks code and files. npm run types: checks the types of all files. A failure does not stop the rest.
import { failedChecks, lints, types } from './lib/checks.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { stopChildrenOnSignal } from './lib/processes.mjs'
import { exitWithError } from './lib/project.mjs'

stopChildrenOnSignal()
await ensureInstalled({ dev: true })
const names = await failedChecks(process.argv[2] === 'types' ? types : lints)
if (names.length > 0)
  exitWithError(`고칠 것이 있어요: ${names.join(', ')}. npm run fix 가 고칠 수 있는 것도 있어요.`)
