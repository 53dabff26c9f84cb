import { atom, useAtom, useAtomValue } from 'jotai'
import { readStored, writeStored } from '#client/platform/browser/storage.ts'
import { authAtom } from '#client/session/session.ts'
import { HUB_ORDERS, type HubOrder } from '#protocol/hubs.ts'

const chosenAtom = atom<{ userNo: number; order: HubOrder } | null>(null)

const keyOf = (userNo: number) => `hub_order/${userNo}`

/** How my rooms follow each other; this device remembers it for each of its people. */
export function useHubOrder(): [order: HubOrder, choose: (order: HubOrder) => void] {
  const { userNo } = useAtomValue(authAtom)
  const [chosen, setChosen] = useAtom(chosenAtom)

  function choose(order: HubOrder): void {
    setChosen({ userNo, order })
    writeStored(keyOf(userNo), order === 'talk' ? null : order)
  }

  return [chosen?.userNo === userNo ? chosen.order : storedOrder(userNo), choose]
}

function storedOrder(userNo: number): HubOrder {
  const stored = readStored(keyOf(userNo))
  return HUB_ORDERS.find(order => order === stored) ?? 'talk'
}
