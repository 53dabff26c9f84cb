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
  summary: 'The privacy policy, line by line, in the language that Accept-Language likes best.',
  request: z.object({}),
  reply: done.extend({ policy: z.array(policyLineSchema) }),
})

export const getTermsOfContract = defineCall({
  method: 'GET',
  path: '/api/user/gettermsofcontract',
  access: 'open',
  limit: 'read',
  encoding: 'none',
  summary: 'The terms of service, line by line, in the language that Accept-Language likes best.',
  request: z.object({}),
  reply: done.extend({ terms: z.array(policyLineSchema) }),
})
