import { checkRegData, register, requestPasswordReset, signIn } from '#protocol/accounts.ts'
import { createSuggestion } from '#protocol/agora.ts'
import { postComment } from '#protocol/comments.ts'
import { searchFriends } from '#protocol/hubs.ts'
import { deleteAccount, requestMyInfo, takeAway, updateMyInfo } from '#protocol/myInfo.ts'
import type { RateLimit } from './platform/rateLimit.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/**
 * Sized so that a family, or a small class, behind one address never notices; what is told to one account is
 * sized for a person who mistypes, not for a program that guesses.
 */
export const rateLimits: readonly RateLimit[] = [
  { call: signIn, by: 'address', limit: 100, windowMs: 15 * MINUTE_MS },
  { call: signIn, by: 'email', limit: 20, windowMs: 15 * MINUTE_MS },
  { call: checkRegData, by: 'address', limit: 200, windowMs: 15 * MINUTE_MS },
  { call: register, by: 'address', limit: 50, windowMs: HOUR_MS },
  { call: requestPasswordReset, by: 'address', limit: 20, windowMs: HOUR_MS },
  { call: requestPasswordReset, by: 'email', limit: 3, windowMs: HOUR_MS },
  { call: requestMyInfo, by: 'viewer', limit: 10, windowMs: 15 * MINUTE_MS },
  { call: deleteAccount, by: 'viewer', limit: 10, windowMs: 15 * MINUTE_MS },
  { call: updateMyInfo, by: 'viewer', limit: 30, windowMs: HOUR_MS },
  { call: takeAway, by: 'viewer', limit: 10, windowMs: HOUR_MS },
  { call: searchFriends, by: 'address', limit: 150, windowMs: MINUTE_MS },
  { call: searchFriends, by: 'viewer', limit: 30, windowMs: MINUTE_MS },
  { call: postComment, by: 'viewer', limit: 30, windowMs: MINUTE_MS },
  { call: createSuggestion, by: 'address', limit: 60, windowMs: 15 * MINUTE_MS },
  { call: createSuggestion, by: 'viewer', limit: 1, windowMs: MINUTE_MS / 2 },
  { call: createSuggestion, by: 'viewer', limit: 10, windowMs: DAY_MS },
]
