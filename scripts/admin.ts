// npm run admin -- help
import { StartupError } from '#server/platform/startup.ts'
import { administer } from './admin/administer.ts'

try {
  console.log(await administer(process.argv.slice(2), process.env))
} catch (error) {
  console.error(error instanceof StartupError ? error.message : error)
  process.exitCode = 1
}
