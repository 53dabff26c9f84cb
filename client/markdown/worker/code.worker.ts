import { highlightCode } from './code.engine.ts'
import { serveRequests } from './serveRequests.ts'

serveRequests(highlightCode)
