// npm run lint: the rules of the code and of its files; what breaks one does not stop the others.
import { broken, lints } from './lib/checks.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { endWithChildren } from './lib/processes.mjs'
import { giveUp } from './lib/project.mjs'

endWithChildren()
await ensureInstalled({ dev: true })
const names = await broken(lints)
if (names.length > 0)
  giveUp(`고칠 것이 있어요: ${names.join(', ')}. npm run fix 가 고칠 수 있는 것도 있어요.`)
