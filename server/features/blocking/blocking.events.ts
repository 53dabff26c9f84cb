import type { Viewer } from '#protocol/access.ts'
import type { Context } from '#server/context.ts'

/** To nobody but the viewer's own screens, which ask again whom they block. */
export function publishOwnBlocks({ live }: Context, viewer: Viewer): void {
  live.emitToUser(viewer.userNo, 'blocked:changed', {})
}
