def written(page, found): return page
def plots(found): return {}
