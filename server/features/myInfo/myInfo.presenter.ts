import type { MyInfoView } from '#protocol/myInfo.ts'
import { picturePath } from '#server/features/accounts/accounts.presenter.ts'
import type { OwnRecords } from './myInfo.service.ts'

export function myInfoView({ user, session }: OwnRecords, mustConfirmEmail: boolean): MyInfoView {
  return {
    authenticated: true,
    email: user.email,
    username: user.username,
    mobile: user.mobile ?? '',
    profPicURL: picturePath(user),
    mustChangePassword: session.temporaryPasswordHash !== undefined,
    mustConfirmEmail,
    hasPassword: !user.withoutPassword,
  }
}
