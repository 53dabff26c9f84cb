import { API_SCOPES, type ApiScope, createApiToken } from '#protocol/apiTokens.ts'
import { requestMyInfo } from '#protocol/myInfo.ts'
import { PASSWORD, type TestUser } from './users.ts'

/** Creates an API token after the password step. */
export async function newApiToken(
  user: TestUser,
  scopes: readonly ApiScope[] = API_SCOPES,
  days = 30,
): Promise<{ token: string; tokenId: string }> {
  await user.call(requestMyInfo, { email: user.email, password: PASSWORD })
  const created = await user.call(createApiToken, { name: '집 컴퓨터', scopes: [...scopes], days })
  if (!created.success) throw new Error(created.message)
  return { token: created.token, tokenId: created.tokens[0]?.tokenId ?? '' }
}
