"""Packages of contests as they come: files of JSON, links, codes, pasted texts."""
