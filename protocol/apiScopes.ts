import type { ApiScope } from './apiTokens.ts'
import type { Call } from './call.ts'

/**
 * The scope that an API token needs for each call. A token is not valid for any other call: not for accounts, passwords, sessions and
 * tokens, and not for what makes things public or reaches people outside of a room.
 */
const apiScopes: Record<Call['path'], ApiScope> = {
  '/api/topic/gettopics': 'read',
  '/api/note/getnotes': 'read',
  '/api/note/latest': 'read',
  '/api/note/get': 'read',
  '/api/note/series': 'read',
  '/api/note/gethistory': 'read',
  '/api/note/getversion': 'read',
  '/api/note/links': 'read',
  '/api/note/backlinks': 'read',
  '/api/note/titles': 'read',
  '/api/note/tags': 'read',
  '/api/note/bytag': 'read',
  '/api/note/passages': 'read',
  '/api/note/find': 'read',
  '/api/find/all': 'read',
  '/api/trash/list': 'read',
  '/api/trash/read': 'read',
  '/api/friends/gethubs': 'read',
  '/api/friends/gethubinfo': 'read',
  '/api/friends/unread': 'read',
  '/api/discussion/getsharednotes': 'read',
  '/api/discussion/getcomments': 'read',
  '/api/discussion/getpassages': 'read',
  '/api/share/gethubs': 'read',
  '/api/share/getnotes': 'read',
  '/api/inbox/list': 'read',
  '/api/inbox/count': 'read',

  '/api/topic/create': 'write',
  '/api/topic/rename': 'write',
  '/api/topic/delete': 'write',
  '/api/topic/merge': 'write',
  '/api/note/post': 'write',
  '/api/note/quick': 'write',
  '/api/note/daily': 'write',
  '/api/note/continue': 'write',
  '/api/note/update': 'write',
  '/api/note/move': 'write',
  '/api/note/pin': 'write',
  '/api/note/delete': 'write',
  '/api/note/deletemany': 'write',
  '/api/trash/restore': 'write',
  '/api/trash/restoretopic': 'write',
  '/api/picture/upload': 'write',

  '/api/share/sharenote': 'share',
  '/api/share/unsharenote': 'share',
  '/api/share/setwriting': 'share',

  '/api/discussion/postcomment': 'comment',
  '/api/discussion/updatecomment': 'comment',
  '/api/discussion/deletecomment': 'comment',
  '/api/discussion/react': 'comment',
  '/api/discussion/highlight': 'comment',
  '/api/discussion/deletehighlight': 'comment',
}

/** Null if no API token is valid for the call. */
export function scopeOf({ path }: Pick<Call, 'path'>): ApiScope | null {
  return apiScopes[path] ?? null
}
