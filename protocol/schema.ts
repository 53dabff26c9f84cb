import { z } from 'zod'

/**
 * protocol/ and client/ import zod from here. By default zod tests whether it may compile schemas with `eval`, which the content
 * security policy of the page forbids and reports.
 */
if ('document' in globalThis) z.config({ jitless: true })

export { z }
