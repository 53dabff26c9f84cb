import type { Context } from '#server/context.ts'

/** To the administrators' own screens, which ask again; who reported an administrator is told to the other ones alone. */
export async function publishReports({ stores, live }: Context, aboutNo: number): Promise<void> {
  const administratorNos = await stores.users.administratorNos()
  for (const userNo of administratorNos)
    if (userNo !== aboutNo) live.emitToUser(userNo, 'reports:changed', {})
}
