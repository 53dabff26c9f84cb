import type { Viewer } from '#protocol/access.ts'
import type { Context } from '#server/context.ts'

/** Only to the viewer's own tabs, which refetch the list. */
export function publishOwnBlocks({ live }: Context, viewer: Viewer): void {
  live.emitToUser(viewer.userNo, 'blocked:changed', {})
}
