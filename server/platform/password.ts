import { hash, verify } from '@node-rs/argon2'
import { toNfc } from '#protocol/normalization.ts'

/** OWASP's recommendation for argon2id: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Stands in for the hash of a person who does not exist, so that asking for one takes as long. */
const nobody = hash('nobody has this password', COST)

export function hashPassword(password: string): Promise<string> {
  return hash(sameEverywhere(password), COST)
}

/** False, after the same work, when there is no hash. */
export async function verifyPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  const matches = await verify(passwordHash ?? (await nobody), sameEverywhere(password))
  return passwordHash !== undefined && matches
}

/** Some systems type Hangul decomposed; the password is the same. */
function sameEverywhere(password: string): string {
  return toNfc(password)
}
