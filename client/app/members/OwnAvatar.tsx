import { useAtomValue } from 'jotai'
import { authAtom } from '#client/session/session.ts'
import { Avatar } from '#client/ui/Avatar.tsx'

/** The user's profile picture. It is decorative: the link around it has the label. */
export function OwnAvatar() {
  const { userNo, username, profPic } = useAtomValue(authAtom)
  return <Avatar size="grouped" person={{ userNo, name: username, picture: profPic || null }} />
}
