import type { Context } from '#server/context.ts'

/** To administrators' own tabs, which refetch. Reports about an administrator go to the other administrators only. */
export async function publishReports({ repositories, live }: Context, aboutNo: number): Promise<void> {
  const administratorNos = await repositories.users.findAdministratorNos()
  for (const userNo of administratorNos)
    if (userNo !== aboutNo) live.emitToUser(userNo, 'reports:changed', {})
}
