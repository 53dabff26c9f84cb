import { defineCall } from './call.ts'
import { done } from './fields.ts'
import { z } from './schema.ts'

/** A line of the terms of service or the privacy policy. */
const policyLineSchema = z.object({
  content: z.string(),
  isBold: z.boolean(),
  numLeadingSpaces: z.number(),
  numFollowingEmptyLines: z.number(),
})
export type PolicyLine = z.infer<typeof policyLineSchema>

export const getPrivacyPolicy = defineCall({
  method: 'GET',
  path: '/api/user/getprivacypolicy',
  access: 'open',
  limit: 'read',
  encoding: 'none',
  summary: 'Returns the lines of the privacy policy in the best language of Accept-Language.',
  request: z.object({}),
  reply: done.extend({ policy: z.array(policyLineSchema) }),
})

export const getTermsOfContract = defineCall({
  method: 'GET',
  path: '/api/user/gettermsofcontract',
  access: 'open',
  limit: 'read',
  encoding: 'none',
  summary: 'Returns the lines of the terms of service in the best language of Accept-Language.',
  request: z.object({}),
  reply: done.extend({ terms: z.array(policyLineSchema) }),
})
