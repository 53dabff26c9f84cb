import { deviceEndpoint, isPushEnabledFor, subscribeToPush } from '#client/platform/browser/push.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { getPush, subscribePush } from '#protocol/push.ts'
import { timeZone } from './push.queries.ts'

/**
 * Browsers revoke subscriptions now and then, and a server's key may change. Renews the subscription if
 * this user wants push here. Sends no request while the subscription is intact.
 */
export async function repairSubscription(userNo: number): Promise<void> {
  if (!isPushEnabledFor(userNo) || (await deviceEndpoint()) !== null) return
  const { key } = await callApi(getPush, {})
  const address = await subscribeToPush(key, userNo)
  if (address) await callApi(subscribePush, { ...address, timeZone: timeZone() })
}
