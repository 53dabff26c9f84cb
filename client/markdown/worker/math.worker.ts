import { renderFormula } from './math.engine.ts'
import { serveRequests } from './serveRequests.ts'

serveRequests(renderFormula)
