// npm run admin -- help
import { StartError } from '#server/platform/startError.ts'
import { administer } from './admin/administer.ts'

try {
  console.log(await administer(process.argv.slice(2), process.env))
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = 1
}
