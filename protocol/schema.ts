import { z } from 'zod'

/**
 * Everything in protocol/ and client/ takes zod from here. On its own it would look, when the first schema is made,
 * whether it may compile schemas by `eval`; in a browser our policy forbids that, and tells of each try.
 */
if ('document' in globalThis) z.config({ jitless: true })

export { z }
