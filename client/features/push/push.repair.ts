import { deviceEndpoint, isToldHere, openDevice } from '#client/platform/browser/push.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { getPush, subscribePush } from '#protocol/push.ts'
import { timeZone } from './push.queries.ts'

/**
 * Browsers take an address back now and then, and a server may come to have another key: where somebody wants to be told, the browser gives
 * another one, of which the server learns here. Asks no server while all is as it was.
 */
export async function repairSubscription(userNo: number): Promise<void> {
  if (!isToldHere(userNo) || (await deviceEndpoint()) !== null) return
  const { key } = await callApi(getPush, {})
  const address = await openDevice(key, userNo)
  if (address) await callApi(subscribePush, { ...address, timeZone: timeZone() })
}
