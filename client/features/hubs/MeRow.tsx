import { paths } from '#client/paths.ts'
import { t } from '#client/platform/language/language.ts'
import { Link } from '#client/platform/router/Link.tsx'
import { Avatar } from '#client/ui/Avatar.tsx'
import { MeBadge } from '#client/ui/Badge.tsx'
import { Card } from '#client/ui/Card.tsx'
import type { PersonView } from '#protocol/accounts.ts'

export function MeRow({ me }: { me: PersonView }) {
  return (
    <Card className="me-row">
      <Avatar person={{ userNo: me.userNo, name: me.userName, picture: me.profPic || null }} />
      <p className="me-row__name" dir="auto">
        <Link to={paths.myInfo} title={t('hubs.toMyInfo')}>
          {me.userName}
        </Link>
      </p>
      <MeBadge />
    </Card>
  )
}
